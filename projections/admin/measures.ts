/** Prometheus metrics of a log follower: views, queue, disk, checkpoint age. */
import type { LabelledMeasure, Measure } from '#platform/http/metrics.ts'
import type { CheckpointRow } from '../audit/checkpoints-view.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'

export function measuresOf({
  runner,
  clock,
  installation = {},
}: Pick<ReadDependencies, 'runner' | 'clock' | 'installation'>): (Measure | LabelledMeasure)[] {
  const { queue, disk, look } = installation
  return [
    {
      name: 'log_position',
      help: 'The newest event that the views have taken in',
      read: () => Math.max(0, runner.position()),
    },
    { name: 'view_lag_events', help: 'Events that a view has yet to take in', label: 'view', read: () => runner.lag() },
    { name: 'events_set_aside', help: 'Events that views could not take in', read: () => runner.quarantined().length },
    {
      name: 'jobs',
      help: 'Jobs in the queue',
      label: 'state',
      async read() {
        const counts = await queue?.()
        return counts && { ...counts }
      },
    },
    {
      name: 'disk_free_bytes',
      help: 'What may still be written to the data folder',
      read: async () => (await disk?.())?.free,
    },
    {
      name: 'disk_used_bytes',
      help: 'What lies in the data folder',
      label: 'part',
      async read() {
        const sizes = await installation.sizes?.()
        return sizes && { ...sizes }
      },
    },
    {
      name: 'troubles',
      help: 'What is wrong, by how the health check tells it',
      label: 'kind',
      async read() {
        const troubles = (await look?.()) ?? []
        const critical = troubles.filter((trouble) => trouble.critical).length
        return { critical, other: troubles.length - critical }
      },
    },
    {
      name: 'checkpoint_age_seconds',
      help: 'Since the log was last signed',
      async read() {
        const [newest] = await runner.rows.find<CheckpointRow>('checkpoints', { sort: { size: -1 }, limit: 1 })
        // A clock ahead dates checkpoints in the future; monitors never see negative ages.
        return newest && Math.max(0, clock().getTime() - Date.parse(newest.made_at)) / 1_000
      },
    },
  ]
}
