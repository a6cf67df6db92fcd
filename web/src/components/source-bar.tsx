/** An amount as a bar whose texture says how much of it was measured, and how much not. */

import classes from './source.module.css'
import type { Source } from './source-mark.tsx'

export interface SourceBarProps {
  /** In any unit. */
  parts: readonly { source: Source; value: number }[]
  /** What a full bar is. */
  max: number
  /** A CSS colour. */
  color: string
}

/** A drawing only: its figures stand beside it. */
export function SourceBar({ parts, max, color }: SourceBarProps) {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className={classes.bar} style={{ color }} aria-hidden="true">
      {parts
        .filter(({ value }) => value > 0)
        .map(({ source, value }) => (
          <span
            key={source}
            className={classes.part}
            data-source={source}
            style={{ width: `${(value / Math.max(max, total)) * 100}%` }}
          />
        ))}
    </div>
  )
}
