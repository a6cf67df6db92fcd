/** The installation's operations: quarantined events, jobs, storage, and screen data with its rebuild. */
import { Skeleton } from '@mantine/core'
import { type Failure, failureText } from '#web/calls/api.ts'
import { Panel } from '#web/components/panel.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { duration } from '#web/format/times.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { useOperationsQuery } from './calls.ts'
import classes from './operations.module.css'
import { QueuePanel } from './queue-panel.tsx'
import { SetAsidePanel } from './set-aside-panel.tsx'
import { StoragePanel } from './storage-panel.tsx'
import { ViewsPanel } from './views-panel.tsx'

/** Polling interval in ms: views and queues change without new events. */
const LOOK_MS = 3_000

export function OperationsTab() {
  const { data, error, fulfilledTimeStamp, refetch } = useOperationsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: LOOK_MS,
    skipPollingIfUnfocused: true,
  })
  if (!data)
    return (
      <Panel title="Operations" busy={!error}>
        {error ? (
          <ErrorState message={failureText(error, 'Failed to load the operations')} retry={() => void refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Panel>
    )
  return (
    <div className={classes.panels}>
      {error && fulfilledTimeStamp !== undefined && <NotRefreshed since={fulfilledTimeStamp} error={error} />}
      <SetAsidePanel entries={data.setAside} reading={data.policies?.reading} />
      <QueuePanel queue={data.queue} />
      <StoragePanel storage={data.storage} checkpointAt={data.checkpointAt} />
      <ViewsPanel views={data.views} position={data.position} />
    </div>
  )
}

/** States that the figures below are old, and their age. */
function NotRefreshed({ since, error }: { since: number; error: unknown }) {
  const now = useNow(0)
  return (
    <p className={classes.old}>
      <span role="status">
        <b>These figures could not be refreshed.</b> {failureText(error as Failure, 'Trying again.')}
      </span>{' '}
      <span className="ws-figures">They are {duration(now - since)} old.</span>
    </p>
  )
}
