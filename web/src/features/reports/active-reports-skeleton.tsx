/** Placeholder of the table while its rows load. */
import { Skeleton } from '@mantine/core'
import classes from './active-reports.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e']

export function ActiveReportsSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading active reports">
      {ROWS.map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </div>
  )
}
