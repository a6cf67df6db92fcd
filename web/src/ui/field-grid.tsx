/** Fields of a form side by side on wide screens. */
import type { ReactNode } from 'react'
import classes from './field-grid.module.css'

/** `cols` is the number of columns on a desktop; phones have half of them, rounded down. */
export function FieldGrid({ cols = 2, children }: { cols?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className={classes.grid} data-cols={cols}>
      {children}
    </div>
  )
}
