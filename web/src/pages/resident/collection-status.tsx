/** The resident's collection card: when the truck of their zone comes, and how near the next collection is. */
import { Skeleton } from '@mantine/core'
import type { Report } from '#contract/views.ts'
import { Badge, type Tone } from '#web/components/badge.tsx'
import { Panel } from '#web/components/panel.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { binsOut } from '#web/features/collections/my-zone/bins-out.ts'
import { ScheduleFacts } from '#web/features/collections/my-zone/schedule-facts.tsx'
import { openReport } from '#web/features/reports/open-report.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { timeRange } from '#web/format/days.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { type CollectionState, collectionState } from './collection-state.ts'
import classes from './resident.module.css'
import { ZoneProgress } from './zone-progress.tsx'

const STEP_MS = 5_000

const badges: Record<CollectionState['state'] | 'late', { tone: Tone; label: string }> = {
  'in-progress': { tone: 'progress', label: 'In Progress' },
  scheduled: { tone: 'new', label: 'Scheduled' },
  completed: { tone: 'done', label: 'Completed' },
  none: { tone: 'plain', label: 'No Schedule' },
  late: { tone: 'progress', label: 'Overdue' },
}

/** One's own report may know of a truck that no schedule tells of. */
function badgeOf(current: CollectionState, reports: readonly Report[]) {
  if (current.state !== 'none') return badges[current.state]
  if (current.late) return badges.late
  return openReport(reports)?.status === 'in-progress' ? badges['in-progress'] : badges.none
}

export function CollectionStatus() {
  const { rows, status, error, retry } = useRoom('my-schedules')
  const reports = useRoom('my-reports').rows
  const now = useNow(STEP_MS)
  const current = collectionState(rows, now)
  const { tone, label } = badgeOf(current, reports)
  const known = status !== 'loading' && status !== 'error'
  return (
    <Panel title="Collection Status" aside={known && <Badge tone={tone}>{label}</Badge>}>
      {status === 'loading' && <Skeleton height={96} />}
      {status === 'error' && <ErrorState message={error ?? 'Failed to load collection schedules'} retry={retry} />}
      {known && (
        <>
          <p className={classes.state}>
            <Sentence current={current} reports={reports} now={now} />
          </p>
          {current.state === 'none' || current.state === 'completed' ? (
            <ZoneProgress />
          ) : (
            <dl className={classes.facts}>
              <ScheduleFacts schedule={current.schedule} now={now} day />
            </dl>
          )}
        </>
      )}
    </Panel>
  )
}

interface SentenceProps {
  current: CollectionState
  reports: readonly Report[]
  /** Epoch ms. */
  now: number
}

function Sentence({ current, reports, now }: SentenceProps) {
  if (current.state === 'in-progress') {
    return current.schedule.status === 'in-progress'
      ? 'The truck of your zone is on its way. Please leave your bin out.'
      : 'The collection of your zone is due now. Please leave your bin out.'
  }
  if (current.state === 'scheduled') {
    return `A truck comes to your zone. Please have your bin out ${binsOut(current.schedule.scheduledStart, now)}.`
  }
  if (current.state === 'completed') {
    return (
      <>
        The collection of your zone was completed <RelativeTime iso={current.at} />.
      </>
    )
  }
  return <NoSchedule late={current.late} reports={reports} />
}

/** Without a schedule, one's own report is what can be told. */
function NoSchedule({
  late,
  reports,
}: Pick<CollectionState & { state: 'none' }, 'late'> & { reports: readonly Report[] }) {
  if (late) {
    const time = timeRange(late.scheduledStart, late.estimatedCompletion)
    return `The collection that was planned for ${time} has not been confirmed yet.`
  }
  const open = openReport(reports)
  if (!open) return 'No collection is scheduled. One is planned when enough bins of your zone are full.'
  if (open.status === 'in-progress') return 'A truck was sent for your report. Please leave your bin out.'
  return (
    <>
      Waiting for a schedule. You reported your bin <RelativeTime iso={open.timestamp} />.
    </>
  )
}
