/** The resident's collection card: what is happening with their bin, and how near their zone is. */
import { Skeleton } from '@mantine/core'
import { Badge, type Tone } from '#web/components/badge.tsx'
import { Meter } from '#web/components/meter.tsx'
import { Panel } from '#web/components/panel.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { useNow } from '#web/components/ticker.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { type CollectionState, collectionState } from './collection-state.ts'
import classes from './resident.module.css'

const MINUTE_MS = 60_000

const badges: Record<CollectionState['state'], { tone: Tone; label: string }> = {
  'in-progress': { tone: 'progress', label: 'In Progress' },
  waiting: { tone: 'new', label: 'Waiting' },
  completed: { tone: 'done', label: 'Completed' },
  none: { tone: 'plain', label: 'No Schedule' },
}

export function CollectionStatus() {
  const { rows, status, error, retry } = useRoom('my-reports')
  const now = useNow(MINUTE_MS)
  const current = collectionState(rows, now)
  const { tone, label } = badges[current.state]
  const known = status !== 'loading' && status !== 'error'
  return (
    <Panel title="Collection Status" aside={known && <Badge tone={tone}>{label}</Badge>}>
      {status === 'loading' && <Skeleton height={96} />}
      {status === 'error' && <ErrorState message={error ?? 'Failed to load collection schedules'} retry={retry} />}
      {known && (
        <>
          <p className={classes.state}>
            <Sentence current={current} />
          </p>
          {current.state !== 'in-progress' && <ZoneProgress />}
        </>
      )}
    </Panel>
  )
}

function Sentence({ current }: { current: CollectionState }) {
  if (current.state === 'in-progress') return 'The truck of your zone is on its way. Please leave your bin out.'
  if (current.state === 'waiting') {
    return (
      <>
        Waiting for collection. You reported your bin <RelativeTime iso={current.report.timestamp} />.
      </>
    )
  }
  if (current.state === 'completed') {
    return (
      <>
        Your bin was collected <RelativeTime iso={current.at} />.
      </>
    )
  }
  return 'No collection is scheduled. One is planned when enough bins of your zone are full.'
}

function ZoneProgress() {
  const zone = useRoom('my-zone').rows[0]
  if (!zone) return <Skeleton height={37} />
  const { currentReports, requiredReports, thresholdReached } = zone
  return (
    <div className={classes.progress}>
      <Meter
        label={`Reports in ${zone.zone}`}
        value={currentReports}
        max={requiredReports}
        tone={thresholdReached ? 'done' : 'new'}
      />
      <p className={classes.hint}>
        <b>{currentReports}</b> of {requiredReports} bins reported in {zone.zone}
      </p>
    </div>
  )
}
