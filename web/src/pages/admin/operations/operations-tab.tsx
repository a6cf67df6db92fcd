/** An installation's operations tab: quarantined events, jobs, storage, views and rebuilds. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import type { OperationsStatus, StorageUsage } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { failureTextOf, type RequestFailure } from '#web/lib/api/api.ts'
import { formatBytes } from '#web/lib/format/numbers.ts'
import { formatDuration } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from '../admin.module.css'
import { useOperationsQuery } from '../admin.ts'
import { QuarantinePanel, QueuePanel, ViewsPanel } from './operation-panels.tsx'

/**
 * Labels for the parts of the stored data.
 * `absent` is shown instead of an unknown size.
 * A part may not exist yet, or be in a database.
 */
const storageParts = () =>
  ({
    free: { label: t`Free`, absent: t`Unknown` },
    log: { label: t`Event log`, absent: t`In a database` },
    rows: { label: t`Replay data`, absent: t`Not created yet` },
    history: { label: t`Event history`, absent: t`Not created yet` },
    blobs: { label: t`Photos`, absent: t`None yet` },
    vault: { label: t`Keys and passwords`, absent: t`Stored elsewhere` },
  }) satisfies Partial<Record<keyof StorageUsage, { label: string; absent: string }>>

const sizeOf = (value: number | undefined, absent: string) => (value === undefined ? absent : formatBytes(value))

/** Panel of the data folder: used and free space, and the last checkpoint's time. */
function StoragePanel({ storage, checkpointAt }: Pick<OperationsStatus, 'storage' | 'checkpointAt'>) {
  return (
    <Panel title={t`Storage`}>
      <dl className={classes.figures}>
        {Object.entries(storageParts()).map(([part, { label, absent }]) => (
          <div key={part}>
            <dt>{label}</dt>
            <dd>{sizeOf(lookUp(storage, part), absent)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <Trans>Last checkpoint</Trans>
          </dt>
          <dd>{checkpointAt ? <RelativeTime iso={checkpointAt} /> : t`None yet`}</dd>
        </div>
      </dl>
    </Panel>
  )
}

/**
 * Polling interval in ms.
 * Views and queues change without events, so the feed misses them.
 */
const POLL_INTERVAL_MS = 3_000

export function OperationsTab() {
  const { data, error, fulfilledTimeStamp, refetch } = useOperationsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_INTERVAL_MS,
    skipPollingIfUnfocused: true,
  })
  if (!data)
    return (
      <Panel title={t`Operations`} busy={!error}>
        {error ? (
          <ErrorState
            message={failureTextOf(error, t`Failed to load the figures of the operations`)}
            retry={() => void refetch()}
          />
        ) : (
          <Skeleton height={320} />
        )}
      </Panel>
    )
  return (
    <div className={classes.panels}>
      {error && fulfilledTimeStamp !== undefined && <NotRefreshed since={fulfilledTimeStamp} error={error} />}
      <QuarantinePanel entries={data.setAside} reading={data.policies?.reading} />
      <QueuePanel queue={data.queue} />
      <StoragePanel storage={data.storage} checkpointAt={data.checkpointAt} />
      <ViewsPanel views={data.views} position={data.position} />
    </div>
  )
}

/** Warns that the figures below are outdated, and says since when. */
function NotRefreshed({ since, error }: { since: number; error: unknown }) {
  const now = useNow(0)
  return (
    <p className={classes.old}>
      <span role="status">
        <b>
          <Trans>These figures could not be refreshed.</Trans>
        </b>{' '}
        <span>{failureTextOf(error as RequestFailure, t`Trying again.`)}</span>
      </span>{' '}
      <span className="ws-figures">{t`They are ${{ age: formatDuration(now - since) }} old.`}</span>
    </p>
  )
}
