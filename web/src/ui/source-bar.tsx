/** An amount as a bar whose texture shows how it is known. */

import classes from './source.module.css'
import type { Source } from './source-mark.tsx'

export interface SourceBarProps {
  /** Values in any unit. */
  parts: readonly { source: Source; value: number }[]
  /** Value of a full bar. */
  max: number
  /** A CSS colour. */
  color: string
}

/** Decorative: its figures are beside it. */
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
