/** Live table of open reports for dispatchers: search, filters and selection. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconRecycle } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { isRoomLoaded, useRoom } from '#web/lib/feed/use-room.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { LazyDialog, Panel } from '#web/ui/page.tsx'
import { NewRowsButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './active-reports.module.css'
import { ReportRows, type ReportRowsProps } from './report-rows.tsx'
import {
  DEFAULT_REPORT_FILTER,
  filterReports,
  findZonesWithOverdueCollection,
  handleRowKey,
  type ReportFilterState,
  useReportRowHint,
} from './report-state.ts'
import type { VirtualRowsProps } from './virtual-rows.tsx'

const loadDetail = async () => (await import('./report-detail.tsx')).ReportDetail

/** The filter of the visible reports, and the selected reports. */
export interface ReportSelection {
  choice: ReportFilterState
  choose(choice: ReportFilterState): void
  selected: readonly Report[]
  clear(): void
}

interface ActiveReportsProps {
  className?: string | undefined
  /** Buttons that apply to all reports, beside the title. */
  aside?: ReactNode
  tools(tools: ReportSelection): ReactNode
  /** Renders a report's buttons, in its row or below its details. */
  action(report: Report, gone: boolean, place: 'row' | 'detail'): ReactNode
}

export function ActiveReports({ className, aside, tools, action }: ActiveReportsProps) {
  const { rows, status, error, arrivals, retry } = useRoom('active-reports')
  const { rows: schedules } = useRoom('schedules')
  const [choice, choose] = useState(DEFAULT_REPORT_FILTER)
  const overdue = useMemo(() => findZonesWithOverdueCollection(schedules), [schedules])
  const seen = useMemo(() => filterReports(rows, choice, overdue), [rows, choice, overdue])
  const { ids, selected, toggle, clear } = useSelection(seen)
  const [detail, setDetail] = useState<{ id: string; opened: boolean }>({ id: '', opened: false })
  const open = useCallback((id: string) => setDetail({ id, opened: true }), [])
  const rowAction = useCallback((report: Report, gone: boolean) => action(report, gone, 'row'), [action])
  const isThere = isRoomLoaded(status)
  const all = isThere ? formatNumber(rows.length) : '–'
  const count = seen.length < rows.length ? t`${{ found: formatNumber(seen.length) }} of ${all} open` : t`${all} open`
  return (
    <Panel
      title={t`Active Reports`}
      className={className}
      scrolls
      aside={
        <div className={classes.aside}>
          <span className={classes.count}>{count}</span>
          {aside}
        </div>
      }
    >
      <div className={classes.tools}>{isThere && tools({ choice, choose, selected, clear })}</div>
      {status === 'loading' && <ActiveReportsSkeleton />}
      {status === 'error' && <ErrorState message={error ?? t`Failed to fetch active reports`} retry={retry} />}
      {isThere && (
        <ActiveReportsTable
          rows={seen}
          question={JSON.stringify(choice)}
          label={choice.oldestFirst ? t`Active reports, oldest first` : t`Active reports, newest first`}
          arrivals={arrivals}
          action={rowAction}
          overdue={overdue}
          selected={ids}
          toggle={toggle}
          open={open}
          clear={clear}
          empty={
            <EmptyState icon={IconRecycle} title={t`No active reports.`}>
              {rows.length > 0 ? t`No open report matches your search.` : t`New reports appear here.`}
            </EmptyState>
          }
        />
      )}
      <LazyDialog
        load={loadDetail}
        props={{
          ...detail,
          rows,
          overdue,
          action: (report: Report, gone: boolean) => action(report, gone, 'detail'),
          close: () => setDetail({ ...detail, opened: false }),
        }}
      />
    </Panel>
  )
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e']

/** Placeholder of the table while its rows load. */
function ActiveReportsSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label={t`Loading active reports`}>
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </div>
  )
}

/**
 * Manages the selected reports.
 * Closed reports leave the selection.
 */
function useSelection(rows: readonly Report[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) =>
      setIds((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const clear = useCallback(() => setIds(new Set()), [])
  const selected = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids])
  return { ids, selected, toggle, clear }
}

const rowsOf = (body: HTMLElement | null) => [...(body?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])]
const indexOf = (row: HTMLElement) => Number(row.dataset.index)
const rowAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null

/**
 * Manages the keyboard focus in the table.
 * The Tab key reaches only one row, the tab stop.
 * Returns the tab stop and a ref for the rows' container.
 * `goTo` moves the tab stop, `drawn` restores the focus.
 * The caller runs `drawn` after each render of rows.
 * Rows have `data-index` (index) and `data-report` (report id).
 */
function useTableFocus() {
  const body = useRef<HTMLTableSectionElement>(null)
  /** Focused row and element; null while the focus is outside the table. */
  const at = useRef<{ index: number; report: string | undefined; onRow: boolean; holder: Element | null } | null>(null)
  const wanted = useRef<string | null>(null)
  const [stop, setStop] = useState<string | null>(null)
  const stay = useCallback((row: HTMLElement, onRow: boolean) => {
    at.current = { index: indexOf(row), report: row.dataset.report, onRow, holder: document.activeElement }
    setStop(row.dataset.report ?? null)
  }, [])
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const row = rowAt(target)
      if (row && body.current?.contains(row)) stay(row, target === row)
      else at.current = null
    }
    // Forgets the focused row if the user leaves the table.
    // Remembers the row if a render removes the focused element.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !body.current?.contains(relatedTarget as Node)) at.current = null
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', leave, true)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', leave, true)
    }
  }, [stay])
  const drawn = useCallback(() => {
    const rows = rowsOf(body.current)
    const next = wanted.current && rows.find(({ dataset }) => dataset.report === wanted.current)
    if (next) {
      wanted.current = null
      next.focus()
      return
    }
    const within = rowAt(document.activeElement)
    if (within && body.current?.contains(within)) {
      stay(within, document.activeElement === within)
      return
    }
    const was = at.current
    // Restores the focus only if a render removed the focused element.
    // If another element has the focus, the user moved it.
    if (was === null || was.holder?.isConnected || document.activeElement !== document.body) return
    const same = rows.find(({ dataset }) => dataset.report === was.report)
    const row = same ?? rows.find((element) => indexOf(element) >= was.index) ?? rows.at(-1)
    const target = was.onRow ? row : row?.querySelector<HTMLElement>('button')
    target?.focus({ preventScroll: true })
  }, [stay])
  /**
   * Moves tab stop and focus to a report.
   * Renders its row first if needed.
   */
  const goTo = useCallback(
    (report: string) => {
      wanted.current = report
      setStop(report)
      drawn()
    },
    [drawn],
  )
  return { body, stop, goTo, drawn }
}

/**
 * Maximum number of rows that are all rendered.
 * Longer lists are virtualized.
 */
const MAX_UNVIRTUALIZED_ROWS = 150

const columns = () =>
  [
    ['when', t`Time`],
    ['resident', t`Resident`],
    ['zone', t`Zone`],
    ['state', t`State`],
    ['description', t`Description`],
  ] as const

interface ActiveReportsTableProps extends Pick<ReportRowsProps, 'arrivals' | 'action' | 'overdue' | 'toggle' | 'open'> {
  rows: readonly Report[]
  /**
   * Identifies the filter.
   * After a change of the filter, its rows appear at once, even while the user interacts with the list.
   */
  question: string
  /** Accessible name of the table. */
  label: string
  selected: ReadonlySet<string>
  clear(): void
  /** Content shown instead of an empty list. */
  empty: ReactNode
}

/**
 * Returns the row's key, which is the resident's id.
 * The report's id would change when the report is reopened.
 */
const binOf = ({ userId }: Report) => userId

/**
 * Table of open reports.
 * Virtualizes long lists for smooth scrolling.
 */
function ActiveReportsTable(props: ActiveReportsTableProps) {
  const { rows, question, label, arrivals, action, overdue, selected, toggle, open, clear, empty } = props
  const { shown, gone, ...news } = useFrozenRows(rows, question, binOf)
  const RowsInSight = useVirtualRows(shown.length > MAX_UNVIRTUALIZED_ROWS)
  const { body, stop, goTo, drawn } = useTableFocus()
  const scroll = useRef<HTMLDivElement>(null)
  const { hint, over } = useReportRowHint(rows)
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
    hint,
  }
  const first = shown.slice(0, MAX_UNVIRTUALIZED_ROWS).map((row, index) => ({ row, index, before: 0 }))

  const grid = { ids: shown.map(({ id }) => id), gone, goTo, toggle, open, clear, anySelected: selected.size > 0 }

  return (
    <div className={classes.scroll} ref={scroll}>
      <NewRowsButton {...news} of="reports" />
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with one tab stop and arrow keys is a grid
        role="grid"
        className={classes.table}
        aria-label={label}
        aria-rowcount={shown.length + 1}
        aria-multiselectable="true"
      >
        <thead>
          <tr>
            <th scope="col" className={classes.pick}>
              <span className={classes.unseen}>
                <Trans>Selected</Trans>
              </span>
            </th>
            {narrow ? (
              <th scope="col">
                <Trans>Report</Trans>
              </th>
            ) : (
              columns().map(([name, title]) => (
                <th key={name} scope="col" className={classes[name]}>
                  {title}
                </th>
              ))
            )}
            <th scope="col" className={classes.action}>
              <span>
                <Trans>Action</Trans>
              </span>
            </th>
          </tr>
        </thead>
        <tbody
          ref={body}
          onKeyDown={({ nativeEvent }) => handleRowKey(nativeEvent, grid)}
          onPointerOver={({ target, pointerType }) => pointerType === 'mouse' && over(rowAt(target)?.dataset.report)}
          onPointerLeave={() => over(undefined)}
        >
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

function AllRows({ rows, scroll: _, focused: __, ...shared }: VirtualRowsProps) {
  return <ReportRows {...shared} pieces={rows.map((row, index) => ({ row, index, before: 0 }))} />
}

/**
 * Returns the component for virtualized rows once the table has had many rows.
 * Returns it even if few rows remain, because a change would remount all rows.
 */
function useVirtualRows(many: boolean): ComponentType<VirtualRowsProps> | null {
  const [Rows, setRows] = useState<ComponentType<VirtualRowsProps> | null>(null)
  useEffect(() => {
    if (!many || Rows) return
    import('./virtual-rows.tsx').then(
      ({ VirtualRows: RowsInSight }) => setRows(() => RowsInSight),
      // Without the virtualizer, all rows are rendered: slower but complete.
      () => setRows(() => AllRows),
    )
  }, [many, Rows])
  return Rows
}
