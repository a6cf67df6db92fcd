/**
 * Marks of a chart with tooltips for pointer and keyboard.
 * They are one tab stop, with arrow keys between them.
 */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import classes from './charts.module.css'
import { markForKey } from './mark-keys.ts'

export interface Mark {
  key: string
  /** Accessible text of the figure: 'Residents: 12 users, 75 %'. */
  text: string
  /** Anchor of the tooltip, in px of the chart. */
  at: { x: number; y: number }
}

export interface ChartMarksProps {
  label: string
  width: number
  height: number
  marks: readonly Mark[]
  /** Axes and labels, below the marks. */
  children?: ReactNode
  draw(index: number): ReactNode
}

export function ChartMarks({ label, width, height, marks, children, draw }: ChartMarksProps) {
  const [shown, setShown] = useState<string | null>(null)
  const [stop, setStop] = useState(0)
  const nodes = useRef<(SVGGElement | null)[]>([])
  const tip = marks.find(({ key }) => key === shown)

  function move(event: KeyboardEvent, index: number) {
    if (event.key === 'Escape') return setShown(null)
    const next = markForKey(event.key, index, marks.length)
    if (next === null) return
    event.preventDefault()
    nodes.current[next]?.focus()
  }

  return (
    <div className={classes.chart} style={{ height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset */}
      <svg width={width} height={height} role="group" aria-label={label} className={classes.svg}>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it contains nothing focusable */}
        <g aria-hidden="true">{children}</g>
        {marks.map((mark, index) => (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a focusable image, so that screen readers read its figure
          <g
            key={mark.key}
            ref={(node) => {
              nodes.current[index] = node
            }}
            role="img"
            aria-label={mark.text}
            tabIndex={index === Math.min(stop, marks.length - 1) ? 0 : -1}
            className={classes.mark}
            onFocus={() => {
              setStop(index)
              setShown(mark.key)
            }}
            onBlur={() => setShown(null)}
            onPointerEnter={() => setShown(mark.key)}
            onPointerLeave={() => setShown(null)}
            onKeyDown={(event) => move(event, index)}
          >
            {draw(index)}
          </g>
        ))}
      </svg>
      {tip && (
        <div className={classes.tip} style={{ left: tip.at.x, top: tip.at.y }} aria-hidden="true">
          {tip.text}
        </div>
      )}
    </div>
  )
}
