/** Operations page for admins: views, rebuilds and quarantined events. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { POLICIES_TARGET, VIEW_VERSIONS, type ViewName } from '#contract/tables.ts'
import type { JobQueueState, PoliciesState, QuarantinedItem, ReadModelProgress } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { CheckpointRow } from '../audit/checkpoints-view.ts'
import type { ReadDependencies, ServerHealthProbes } from '../queries/dependencies.ts'
import { ALL_VIEWS_NAME } from '../runner/quarantine.ts'

/**
 * Time limit of reading the queue, in ms.
 * Without its store, the queue blocks callers.
 */
const QUEUE_TIMEOUT_MS = 1_000
export const MAX_FAILING_JOBS = 100

export function createAdminOperationsReadHandlers({
  runner,
  installation,
}: Pick<ReadDependencies, 'runner' | 'installation'>): ReadHandlers {
  return {
    async operations(_call, { rows }) {
      if (!installation) return reject('unavailable', msg`This server has no data about the installation.`)
      const [policies, queue, disk, sizes, [checkpoint]] = await Promise.all([
        installation.policies?.(),
        queueOf(installation),
        installation.disk?.(),
        installation.sizes?.(),
        rows.find<CheckpointRow>('checkpoints', { sort: { size: -1 }, limit: 1 }),
      ])
      return {
        position: String(Math.max(0, runner.position())),
        views: viewsOf(runner),
        ...(policies && { policies: { reading: policies.reading } }),
        setAside: [...quarantinedByViews(runner), ...quarantinedByPolicies(policies)],
        ...(queue && { queue }),
        storage: { ...disk, ...sizes },
        ...(checkpoint && { checkpointAt: checkpoint.made_at }),
      }
    },
  }
}

async function queueOf({ queue, failing }: ServerHealthProbes): Promise<JobQueueState | undefined> {
  const { promise: timedOut, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, QUEUE_TIMEOUT_MS, undefined)
  const answers = Promise.all([queue?.(), failing?.()])
  const [counts, jobs = []] = (await Promise.race([answers, timedOut]).finally(() => clearTimeout(timer))) ?? []
  if (!counts) return undefined
  const listed = jobs.map(({ nextAt, ...job }) => ({
    ...job,
    ...(nextAt !== undefined && { nextAt: new Date(nextAt).toISOString() }),
  }))
  return { ...counts, failing: listed }
}

function viewsOf(runner: ReadDependencies['runner']): ReadModelProgress[] {
  const rebuilds = new Map(runner.rebuilds().map((rebuild) => [rebuild.view, rebuild]))
  return Object.entries(runner.lag()).map(([id, lag]) => {
    const rebuild = rebuilds.get(id as ViewName)
    const version = lookUp<number>(VIEW_VERSIONS, id) ?? 0
    if (!rebuild) return { id, version, lag }
    const { state, corrected, position, of } = rebuild
    const done = state === 'done' ? 1 : of > 0 ? Math.min(1, position / of) : 0
    return { id, version, lag, rebuild: { state, done, corrected } }
  })
}

function quarantinedByViews(runner: ReadDependencies['runner']): QuarantinedItem[] {
  return runner.quarantined().map(({ view, event: { type, position }, error }) => ({
    id: `view/${view}/${position}`,
    kind: 'view',
    name: view,
    position: String(position),
    what: type,
    error: error.message,
    // An event of an unknown type belongs to no single view (`ALL_VIEWS_NAME`), so no rebuild is offered.
    // A later version that knows the type applies the event.
    ...(view !== ALL_VIEWS_NAME && { target: view }),
  }))
}

function quarantinedByPolicies(policies: PoliciesState | undefined): QuarantinedItem[] {
  return (policies?.setAside ?? []).map(({ policy, position, what, error }) => ({
    id: `policy/${policy}/${what}`,
    kind: 'policy',
    name: policy,
    position,
    what,
    error,
    target: POLICIES_TARGET,
  }))
}
