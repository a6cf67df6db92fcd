/** A QR code drawn in the browser, which sends its content nowhere. */
import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** Describes the QR code for people who can't see it. */
  label: string
  className?: string | undefined
}

/**
 * Renders a QR code.
 * It is dark on light in both themes, because cameras need that.
 */
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
