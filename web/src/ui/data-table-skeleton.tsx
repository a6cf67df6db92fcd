/** Placeholder of a table while its first rows load. */
import { Skeleton } from '@mantine/core'
import classes from './data-table.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function DataTableSkeleton({ rows = ROWS.length }: { rows?: number }) {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {ROWS.slice(0, rows).map((row) => (
        <Skeleton key={row} height={48} />
      ))}
    </div>
  )
}
