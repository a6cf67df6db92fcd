/** The installation at work, for admins: each view and its rebuild, and what views and policies could not take. */
import { reject } from '#contract/problems.ts'
import { POLICIES_TARGET } from '#contract/rebuilds.ts'
import { VIEW_VERSIONS, type ViewName } from '#contract/tables.ts'
import type { PoliciesState, SetAside, ViewState } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import type { Reading } from '../reading/reading.ts'
import { ALL_VIEWS } from '../runner/set-aside.ts'

export function operationsReads({ runner, installation }: Pick<Reading, 'runner' | 'installation'>): Reads {
  return {
    async operations() {
      if (!installation) return reject('unavailable', 'Nothing is known of the installation here.')
      const policies = await installation.policies?.()
      return {
        position: String(Math.max(0, runner.position())),
        views: viewsOf(runner),
        ...(policies && { policies: { reading: policies.reading } }),
        setAside: [...byViews(runner), ...byPolicies(policies)],
      }
    },
  }
}

function viewsOf(runner: Reading['runner']): ViewState[] {
  const rebuilds = new Map(runner.rebuilds().map((rebuild) => [rebuild.view, rebuild]))
  return Object.entries(runner.lag()).map(([id, lag]) => {
    const rebuild = rebuilds.get(id as ViewName)
    const version = VIEW_VERSIONS[id as ViewName]
    if (!rebuild) return { id, version, lag }
    const { state, corrected, position, of } = rebuild
    const done = state === 'done' ? 1 : of > 0 ? Math.min(1, position / of) : 0
    return { id, version, lag, rebuild: { state, done, corrected } }
  })
}

function byViews(runner: Reading['runner']): SetAside[] {
  return runner.quarantined().map(({ view, event: { type, position }, error }) => ({
    id: `view/${view}/${position}`,
    ...{ kind: 'view', name: view, position: String(position), what: type, error: error.message },
    // A version that knows the event takes it in by itself.
    ...(view !== ALL_VIEWS && { target: view }),
  }))
}

function byPolicies(policies: PoliciesState | undefined): SetAside[] {
  return (policies?.setAside ?? []).map(({ policy, position, what, error }) => ({
    id: `policy/${policy}/${what}`,
    ...{ kind: 'policy', name: policy, position, what, error, target: POLICIES_TARGET },
  }))
}
