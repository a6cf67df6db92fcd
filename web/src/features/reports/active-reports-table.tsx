/** The open reports as a table; of many only the rows in sight are drawn, so that thousands of them stay smooth. */
import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import type { Report } from '#contract/views.ts'
import { useHeldRows } from '#web/components/held-rows.ts'
import classes from './active-reports.module.css'
import { useKeptFocus } from './kept-focus.ts'
import { ReportRows, type ReportRowsProps } from './report-rows.tsx'

/** Up to so many are drawn whole, and what draws a part of more is not fetched. */
const DRAWN_WHOLE = 150

const RowsInSight = lazy(async () => ({ default: (await import('./rows-in-sight.tsx')).RowsInSight }))

const columns = ['Time', 'Resident', 'Zone', 'Description', 'Age']

export interface ActiveReportsTableProps {
  rows: readonly Report[]
  arrivals: Record<string, number>
  action(report: Report): ReactNode
  /** What stands here when there are no reports. */
  empty: ReactNode
}

export function ActiveReportsTable({ rows, arrivals, action, empty }: ActiveReportsTableProps) {
  const { shown, gone, waiting, hand } = useHeldRows(rows)
  const { body, focused } = useKeptFocus(shown)
  const scroll = useRef<HTMLDivElement>(null)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  // Once there were many it stays so: the rows are not made anew at the border.
  const many = useRef(false)
  many.current ||= shown.length > DRAWN_WHOLE
  if (shown.length === 0) return empty
  const headings = narrow ? ['Report'] : columns
  const look: ReportRowsProps = { arrivals, gone, narrow, action }
  const first = shown.slice(0, DRAWN_WHOLE).map((row, index) => ({ row, index, before: 0 }))
  const whole = <ReportRows {...look} pieces={first} />
  return (
    <div className={classes.scroll} ref={scroll}>
      <p className={classes.waiting} role="status" hidden={waiting === 0}>
        {waiting === 1 ? '1 new report' : `${waiting} new reports`}: shown as soon as your pointer rests
      </p>
      <table className={classes.table} aria-label="Active reports, newest first" aria-rowcount={shown.length + 1}>
        <thead>
          <tr>
            {headings.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col" className={classes.action}>
              Action
            </th>
          </tr>
        </thead>
        <tbody ref={body} {...hand}>
          {many.current ? (
            <Suspense fallback={whole}>
              <RowsInSight {...look} rows={shown} scroll={scroll} focused={focused} />
            </Suspense>
          ) : (
            whole
          )}
        </tbody>
      </table>
    </div>
  )
}
