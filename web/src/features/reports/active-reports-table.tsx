/** The open reports as a table; of many only the rows in sight are drawn, so that thousands of them stay smooth. */
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { NewRows } from '#web/components/new-rows.tsx'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import classes from './active-reports.module.css'
import { useKeptFocus } from './kept-focus.ts'
import { ReportRows, type ReportRowsProps } from './report-rows.tsx'
import type { RowsInSightProps } from './rows-in-sight.tsx'

/** Up to so many are drawn whole, and what draws a part of more is not fetched. */
const DRAWN_WHOLE = 150

const columns = ['Time', 'Resident', 'Zone', 'Description', 'Age']

export interface ActiveReportsTableProps {
  rows: readonly Report[]
  arrivals: Record<string, number>
  action(report: Report, gone: boolean): ReactNode
  /** What stands here when there are no reports. */
  empty: ReactNode
}

export function ActiveReportsTable({ rows, arrivals, action, empty }: ActiveReportsTableProps) {
  const { shown, gone, ...news } = useHeldRows(rows)
  const RowsInSight = useRowsInSight(shown.length > DRAWN_WHOLE)
  const { body, focused, drawn } = useKeptFocus()
  const scroll = useRef<HTMLDivElement>(null)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  if (shown.length === 0) return empty
  const headings = narrow ? ['Report'] : columns
  const shared: ReportRowsProps = { arrivals, gone, narrow, action, drawn }
  const first = shown.slice(0, DRAWN_WHOLE).map((row, index) => ({ row, index, before: 0 }))
  return (
    <div className={classes.scroll} ref={scroll}>
      <NewRows {...news} of="reports" />
      <table className={classes.table} aria-label="Active reports, newest first" aria-rowcount={shown.length + 1}>
        <thead>
          <tr>
            {headings.map((column) => (
              <th key={column} scope="col" className={column === 'Time' ? classes.time : undefined}>
                {column}
              </th>
            ))}
            <th scope="col" className={classes.action}>
              Action
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {RowsInSight ? (
            <RowsInSight {...shared} rows={shown} scroll={scroll} focused={focused} />
          ) : (
            <ReportRows {...shared} pieces={first} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function AllRows({ rows, scroll: _, focused: __, ...shared }: RowsInSightProps) {
  return <ReportRows {...shared} pieces={rows.map((row, index) => ({ row, index, before: 0 }))} />
}

/** What draws a part of many rows, once there were many; it stays then, so that rows are not made anew at the border. */
function useRowsInSight(many: boolean): ComponentType<RowsInSightProps> | null {
  const [Rows, setRows] = useState<ComponentType<RowsInSightProps> | null>(null)
  useEffect(() => {
    if (!many || Rows) return
    import('./rows-in-sight.tsx').then(
      ({ RowsInSight }) => setRows(() => RowsInSight),
      // Slower, but none is kept from sight.
      () => setRows(() => AllRows),
    )
  }, [many, Rows])
  return Rows
}
