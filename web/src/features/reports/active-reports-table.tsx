/** Table of open reports; long lists are virtualized, so that thousands of rows stay smooth. */
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

/** Render all rows up to this count; load the virtualizer only beyond it. */
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
  /** Query of the rows; rows of a new query show at once, also during interaction. */
  question: string
  /** Order as text: 'newest first'. */
  order: string
  selected: ReadonlySet<string>
  clear(): void
  /** Target of the keyboard handlers. */
  grid: RefObject<GridHandle | null>
  /** Replacement for an empty list. */
  empty: ReactNode
}

/** Returns the bin of a report, because a reopened report has a new id. */
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

  // The key handlers load later and read the current rows here.
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

/**
 * Returns the virtualizer once there were many rows.
 * It stays afterwards, so that rows do not remount around the limit.
 */
function useRowsInSight(many: boolean): ComponentType<RowsInSightProps> | null {
  const [Rows, setRows] = useState<ComponentType<RowsInSightProps> | null>(null)
  useEffect(() => {
    if (!many || Rows) return
    import('./rows-in-sight.tsx').then(
      ({ RowsInSight }) => setRows(() => RowsInSight),
      // Without the virtualizer all rows render, slower but complete.
      () => setRows(() => AllRows),
    )
  }, [many, Rows])
  return Rows
}
