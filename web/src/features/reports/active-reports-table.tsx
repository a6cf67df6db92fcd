/** The open reports as a table; of many only the rows in sight are drawn, so that thousands of them stay smooth. */
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { NewRows } from '#web/components/new-rows.tsx'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import classes from './active-reports.module.css'
import { useKeptFocus } from './kept-focus.ts'
import { ReportRows, type ReportRowsProps } from './report-rows.tsx'
import type { GridHandle } from './row-keys.ts'
import type { RowsInSightProps } from './rows-in-sight.tsx'

/** Up to so many are drawn whole, and what draws a part of more is not fetched. */
const DRAWN_WHOLE = 150

const columns = [
  ['when', 'Time'],
  ['resident', 'Resident'],
  ['zone', 'Zone'],
  ['state', 'State'],
  ['description', 'Description'],
] as const

export interface ActiveReportsTableProps
  extends Pick<ReportRowsProps, 'arrivals' | 'action' | 'overdue' | 'toggle' | 'open'> {
  rows: readonly Report[]
  /** What the rows answer: those of another choice are shown at once, also under a hand. */
  question: string
  /** 'newest first' */
  order: string
  selected: ReadonlySet<string>
  clear(): void
  /** What the keys act on. */
  grid: RefObject<GridHandle | null>
  /** What stands here when there are no reports. */
  empty: ReactNode
}

/** A report that was opened again goes on under another id: its bin is the same. */
const binOf = ({ userId }: Report) => userId

export function ActiveReportsTable(props: ActiveReportsTableProps) {
  const { rows, question, order, arrivals, action, overdue, selected, toggle, open, clear, grid, empty } = props
  const { shown, gone, ...news } = useHeldRows(rows, question, binOf)
  const RowsInSight = useRowsInSight(shown.length > DRAWN_WHOLE)
  const { body, stop, goTo, drawn } = useKeptFocus()
  const scroll = useRef<HTMLDivElement>(null)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  if (shown.length === 0) return empty
  const stopAt = Math.max(
    0,
    shown.findIndex(({ id }) => id === stop),
  )
  const shared: ReportRowsProps = {
    arrivals,
    gone,
    narrow,
    action,
    drawn,
    overdue,
    selected,
    toggle,
    open,
    stop: shown[stopAt]?.id,
  }
  const first = shown.slice(0, DRAWN_WHOLE).map((row, index) => ({ row, index, before: 0 }))

  // What the keys do comes after the first sight, and reads what is shown by then.
  grid.current = { ids: shown.map(({ id }) => id), gone, goTo, toggle, open, clear, anySelected: selected.size > 0 }

  return (
    <div className={classes.scroll} ref={scroll}>
      <NewRows {...news} of="reports" />
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with one tab stop and arrow keys is a grid
        role="grid"
        className={classes.table}
        aria-label={`Active reports, ${order}`}
        aria-rowcount={shown.length + 1}
        aria-multiselectable="true"
      >
        <thead>
          <tr>
            <th scope="col" className={classes.pick}>
              <span className={classes.unseen}>Selected</span>
            </th>
            {narrow ? (
              <th scope="col">Report</th>
            ) : (
              columns.map(([name, title]) => (
                <th key={name} scope="col" className={classes[name]}>
                  {title}
                </th>
              ))
            )}
            <th scope="col" className={classes.action}>
              <span>Action</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {RowsInSight ? (
            <RowsInSight {...shared} rows={shown} scroll={scroll} focused={stopAt} />
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
