/** Fields of a form side by side, where there is room for it. */
import type { ReactNode } from 'react'
import classes from './field-grid.module.css'

/** `cols`: how many abreast on a desktop; on phones half of them, rounded down. */
export function FieldGrid({ cols = 2, children }: { cols?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className={classes.grid} data-cols={cols}>
      {children}
    </div>
  )
}
