/** All of the resident's reports, live: tiles that count and filter, the list, and a new report. */
import { Alert, Button, Skeleton } from '@mantine/core'
import { IconClipboardList, IconClock, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Report } from '#contract/views.ts'
import { FilterTiles } from '#web/components/filter-tiles.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './my-reports.module.css'
import { NotCollected, reopenable } from './not-collected.tsx'
import { openReport } from './open-report.ts'
import lists from './recent-reports.module.css'
import { ReportDialog } from './report-dialog.tsx'
import { type ReportFilter, reportFilters } from './report-filters.ts'
import { ReportItem } from './report-item.tsx'

/** How many reports are listed at first, and how many more each time. */
const STEP = 30

export function MyReports() {
  const { rows, status, error, arrivals, retry } = useRoom('my-reports')
  const [filter, setFilter] = useState(reportFilters[0])
  const [opened, setOpened] = useState(false)
  const loading = status === 'loading'
  const active = Boolean(openReport(rows))
  if (status === 'error') {
    return (
      <Panel title="Reports">
        <ErrorState message={error ?? 'Failed to fetch reports'} retry={retry} />
      </Panel>
    )
  }
  return (
    <>
      {active && (
        <Alert color="statusProgress" variant="light" role="status" icon={<IconClock aria-hidden="true" />}>
          You have an active report. Please wait for collection confirmation before submitting a new one.
        </Alert>
      )}
      <FilterTiles
        label="Show reports"
        filters={reportFilters}
        rows={rows}
        loading={loading}
        chosen={filter}
        choose={setFilter}
      />
      <Panel
        title="Reports"
        aside={
          <Button
            mih={44}
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            disabled={loading || active}
            onClick={() => setOpened(true)}
          >
            New Report
          </Button>
        }
      >
        {loading ? <ListSkeleton /> : <List key={filter.key} rows={rows} filter={filter} arrivals={arrivals} />}
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
  const [limit, setLimit] = useState(STEP)
  const shown = rows.filter(filter.includes)
  const last = reopenable(rows)
  if (shown.length === 0) {
    return (
      <EmptyState icon={IconClipboardList} title={filter.empty.title}>
        {filter.empty.text}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={lists.list}>
        {shown.slice(0, limit).map((report) => (
          <ReportItem
            key={report.id}
            report={report}
            arrivedAt={arrivals[report.id]}
            action={report === last && <NotCollected report={report} />}
          />
        ))}
      </ul>
      {shown.length > limit && (
        <Button variant="default" fullWidth mih={44} className={classes.more} onClick={() => setLimit(limit + STEP)}>
          Show older reports
        </Button>
      )}
    </>
  )
}

function ListSkeleton() {
  return (
    <div className={classes.skeletons} role="status" aria-label="Loading reports">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={70} />
      ))}
    </div>
  )
}
