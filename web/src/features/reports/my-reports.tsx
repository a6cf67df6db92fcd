/** The resident's live reports: filter tiles, unsent and earlier reports, new report. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Skeleton } from '@mantine/core'
import { IconClipboardList, IconClock, IconCloudOff, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Report } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { formatDayAndTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { FilterTiles } from '#web/ui/fields.tsx'
import { HistoryTable } from '#web/ui/figure-table.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { ReportDialog } from './report-dialogs.tsx'
import { getReportFilters, type ReportFilter } from './report-state.ts'
import {
  findReopenableReport,
  getEarlierReportWaitingText,
  ReopenButton,
  ReportItem,
  useCurrentReport,
  WaitingReportRow,
} from './resident-panels.tsx'
import classes from './resident-reports.module.css'
import { StopOutcomeNote } from './served-note.tsx'

const MINUTE_MS = 60_000

export function MyReports() {
  const { rows, status, error, arrivals, retry } = useRoom('my-reports')
  const filters = getReportFilters()
  const [chosen, choose] = useState(filters[0].key)
  const filter = filters.find(({ key }) => key === chosen) ?? filters[0]
  const [opened, setOpened] = useState(false)
  const { user } = useSession()
  const loading = status === 'loading'
  const { waiting, onTheWay, open } = useCurrentReport()
  const active = Boolean(open ?? onTheWay)
  if (status === 'error' && !waiting) {
    return (
      <Panel title={t`Reports`}>
        <ErrorState message={error ?? t`Failed to fetch reports`} retry={retry} />
      </Panel>
    )
  }
  return (
    <>
      {active && (
        <Alert color="statusProgress" variant="light" role="status" icon={<IconClock aria-hidden="true" />}>
          <Trans>You have an active report. Please wait for collection confirmation before submitting a new one.</Trans>
        </Alert>
      )}
      {waiting && (
        <Alert color="gray" variant="light" role="status" icon={<IconCloudOff aria-hidden="true" />}>
          {getEarlierReportWaitingText()}
        </Alert>
      )}
      <FilterTiles
        label={t`Show reports`}
        filters={filters}
        rows={rows}
        loading={loading}
        chosen={filter}
        choose={({ key }) => choose(key)}
      />
      <Panel
        title={t`Reports`}
        aside={
          <Button
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            disabled={(loading && navigator.onLine) || active || Boolean(waiting)}
            onClick={() => setOpened(true)}
          >
            <Trans>New Report</Trans>
          </Button>
        }
      >
        {waiting && (
          <ul className={classes.list}>
            <WaitingReportRow report={waiting} zone={user?.zone} />
          </ul>
        )}
        {loading && !waiting && <ListSkeleton />}
        {(!loading || rows.length > 0) && (rows.length > 0 || !waiting) && (
          <List key={filter.key} rows={rows} filter={filter} arrivals={arrivals} />
        )}
      </Panel>
      <ReportDialog opened={opened} close={() => setOpened(false)} />
    </>
  )
}

interface ListProps {
  rows: readonly Report[]
  filter: ReportFilter
  arrivals: Record<string, number>
}

function List({ rows, filter, arrivals }: ListProps) {
  const now = useNow(MINUTE_MS)
  const shown = rows.filter(filter.includes)
  const last = findReopenableReport(rows)
  const isPast = (report: Report) => report.collectedAt !== undefined && report !== last
  if (shown.length === 0) {
    return (
      <EmptyState icon={IconClipboardList} title={filter.empty.title}>
        {filter.empty.text}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={classes.list}>
        {shown
          .filter((report) => !isPast(report))
          .map((report) => (
            <ReportItem
              key={report.id}
              report={report}
              arrivedAt={lookUp(arrivals, report.id)}
              action={report === last && <ReopenButton report={report} />}
            />
          ))}
      </ul>
      <HistoryTable
        title={t`Earlier reports`}
        heads={[t`Reported`, t`Collected`]}
        rows={shown.filter(isPast)}
        cells={({ timestamp, collectedAt }) => [
          formatDayAndTime(timestamp, now),
          collectedAt && formatDayAndTime(collectedAt, now),
        ]}
        note={({ description, served, ...report }) =>
          served ? (
            <>
              {description}
              <StopOutcomeNote {...report} served={served} />
            </>
          ) : (
            description
          )
        }
      />
    </>
  )
}

function ListSkeleton() {
  return (
    <div className={classes.skeletons} role="status" aria-label={t`Loading reports`}>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={70} />
      ))}
    </div>
  )
}
