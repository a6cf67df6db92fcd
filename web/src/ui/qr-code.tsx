/** A QR code. It is drawn in the browser, so that its content is sent nowhere. */
import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** Describes the code for people who can't see it. */
  label: string
  className?: string | undefined
}

/** Renders the code dark on a light background in both themes, so that cameras can read it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, data } = encode(text, { border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" />
    </svg>
  )
}
