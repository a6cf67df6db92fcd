/** The dispatcher's live table of open reports with search, filters and selection. */
import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { IconRecycle } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { isRoomLoaded, useRoom } from '#web/lib/feed/use-room.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { LazyDialog, Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './active-reports.module.css'
import { ActiveReportsTable } from './active-reports-table.tsx'
import {
  DEFAULT_REPORT_FILTER,
  filterReports,
  type ReportFilterState,
  zonesWithOverdueCollection,
} from './report-state.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e']

/** Placeholder of the table while its rows load. */
function ActiveReportsSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label={t`Loading active reports`}>
      {ROWS.map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </div>
  )
}

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
  /** Renders the buttons of a report, at the end of its row or below its details. */
  action(report: Report, gone: boolean, place: 'row' | 'detail'): ReactNode
}

export function ActiveReports({ className, aside, tools, action }: ActiveReportsProps) {
  const { rows, status, error, arrivals, retry } = useRoom('active-reports')
  const { rows: schedules } = useRoom('schedules')
  const [choice, choose] = useState(DEFAULT_REPORT_FILTER)
  const overdue = useMemo(() => zonesWithOverdueCollection(schedules), [schedules])
  const seen = useMemo(() => filterReports(rows, choice, overdue), [rows, choice, overdue])
  const { ids, selected, toggle, clear } = useSelection(seen)
  const [detail, setDetail] = useState<{ id: string; opened: boolean }>({ id: '', opened: false })
  const open = useCallback((id: string) => setDetail({ id, opened: true }), [])
  const rowAction = useCallback((report: Report, gone: boolean) => action(report, gone, 'row'), [action])
  const isThere = isRoomLoaded(status)
  const all = isThere ? figure(rows.length) : '–'
  const count = seen.length < rows.length ? t`${{ found: figure(seen.length) }} of ${all} open` : t`${all} open`
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

/** Manages the selected reports. Removes a report from the selection when the report is closed. */
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
