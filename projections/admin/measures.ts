/** Prometheus metrics of a log-following process: views, queue, disk, checkpoint age. */
import type { LabelledMetric, Metric } from '#platform/http/metrics.ts'
import type { CheckpointRow } from '../audit/checkpoints-view.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'

export function metricsOf({
  runner,
  clock,
  installation = {},
}: Pick<ReadDependencies, 'runner' | 'clock' | 'installation'>): (Metric | LabelledMetric)[] {
  const { queue, disk, look } = installation
  return [
    {
      name: 'log_position',
      help: 'Position of the newest event in the views',
      read: () => Math.max(0, runner.position()),
    },
    { name: 'view_lag_events', help: 'Events not yet in a view', label: 'view', read: () => runner.lag() },
    { name: 'events_set_aside', help: 'Events quarantined by views', read: () => runner.quarantined().length },
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
      help: 'Free space for the data folder',
      read: async () => (await disk?.())?.free,
    },
    {
      name: 'disk_used_bytes',
      help: 'Size of the data folder, by part',
      label: 'part',
      async read() {
        const sizes = await installation.sizes?.()
        return sizes && { ...sizes }
      },
    },
    {
      name: 'troubles',
      help: 'Problems found by the health check',
      label: 'kind',
      async read() {
        const troubles = (await look?.()) ?? []
        const critical = troubles.filter((trouble) => trouble.critical).length
        return { critical, other: troubles.length - critical }
      },
    },
    {
      name: 'checkpoint_age_seconds',
      help: 'Age of the newest checkpoint',
      async read() {
        const [newest] = await runner.rows.find<CheckpointRow>('checkpoints', { sort: { size: -1 }, limit: 1 })
        // Prevents a negative age: a clock that was fast may have dated a checkpoint in the future.
        return newest && Math.max(0, clock().getTime() - Date.parse(newest.made_at)) / 1_000
      },
    },
  ]
}
