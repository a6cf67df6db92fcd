/** The open reports as a table that only draws the rows in sight, so that thousands of them stay smooth. */
import { useMediaQuery } from '@mantine/hooks'
import { Fragment, type ReactNode, useRef } from 'react'
import type { Report } from '#contract/views.ts'
import { useHeldRows } from '#web/components/held-rows.ts'
import { ActiveReportRow } from './active-report-row.tsx'
import classes from './active-reports.module.css'
import { useKeptFocus } from './kept-focus.ts'
import { useRowsInSight } from './rows-in-sight.ts'

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
  const { pieces, after, measure } = useRowsInSight(shown, scroll, focused)
  if (shown.length === 0) return empty
  const headings = narrow ? ['Report'] : columns
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
          {pieces.map(({ row, index, before }) => (
            <Fragment key={row.id}>
              <Gap height={before} />
              <ActiveReportRow
                report={row}
                index={index}
                measure={measure}
                gone={gone(row.id)}
                arrivedAt={arrivals[row.id]}
                narrow={narrow}
                action={action}
              />
            </Fragment>
          ))}
          <Gap height={after} />
        </tbody>
      </table>
    </div>
  )
}

/** The room of rows that are not drawn. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}
