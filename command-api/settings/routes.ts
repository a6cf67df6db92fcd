/** HTTP handler that saves the configuration and updates the sites before responding. */

import type { EventOf } from '#contract/events.ts'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { toNumberValue } from '#contract/languages/values.ts'
import type { Configuration } from '#contract/settings/configuration.ts'
import type { Handlers } from '#platform/http/api.ts'
import { createKeyedMutex, runInTurnOfSender } from '#platform/keyed-mutex.ts'
import { NO_QUOTA, type PersonQuota } from '#platform/limiters.ts'
import { type ConfigurationState, configurationAggregate } from '../aggregates/configuration.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readReasonsToKeepSites } from '../lookups/city.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import { saveConfiguration } from './save-configuration.ts'

/**
 * Maximum number of sites, including closed ones; above any real city.
 * Lists and statements read all sites.
 */
const MAX_SITES = 1_000
const TOO_MANY_SITES = reject(
  'conflict',
  msg`A city can have at most ${{ amount: toNumberValue(MAX_SITES) }} dumping sites, including closed ones.`,
)

/** Refuses configured sites with new ids above the limit. */
async function refuseFurtherSites({ rows }: Kernel, sites: Configuration['dumping_sites'] = []) {
  if (sites.length === 0) return undefined
  const standing = await rows.standing('sites')
  const known = await standing.get(
    'sites',
    sites.map(({ id }) => id),
  )
  const added = known.filter((row) => row === undefined).length
  return added > 0 && (await standing.count('sites')) + added > MAX_SITES ? TOO_MANY_SITES : undefined
}

/** Updates a site from the configuration; returns the new log position. */
type SyncSite = (siteId: string) => Promise<number>

/**
 * Returns the HTTP handlers of the configuration.
 * `countSave` counts a dispatcher's saves, and returns a rejection above the limit.
 */
export function createConfigurationHandlers(
  kernel: Kernel,
  followSite: SyncSite,
  countSave: PersonQuota = NO_QUOTA,
): Handlers {
  const { store, rows, clock } = kernel
  const inTurn = createKeyedMutex()
  return {
    async saveConfiguration({ body, principal, envelope }) {
      const tooMany = await countSave(principal.userId)
      if (tooMany) return tooMany
      const needed = body.config.dumping_sites ? await readReasonsToKeepSites(kernel) : {}
      const readRows = async () => readConfiguration(await rows.upToNow('configuration'))
      /**
       * Reads the configuration rows.
       * `handleWithFacts` has read the stream before.
       * If someone saves meanwhile, the stream has grown; `handleWithFacts` then reads both again.
       */
      const gather = async () =>
        (await refuseFurtherSites(kernel, body.config.dumping_sites)) ?? { initially: await readRows() }
      const decide = (state: ConfigurationState, { initially }: { initially: Configuration }) =>
        saveConfiguration({ ...body, initially, needed, changedBy: principal.userId }, state, clock())
      // Comparing a large city's configuration blocks the thread for a while.
      // Concurrent saves would conflict and compare again, so saves run one after another.
      // Other requests run between them.
      const stream = configurationAggregate.stream()
      // The sites follow in the same turn.
      // Otherwise the updates after many saves would keep changing the same sites.
      // Commands of others on these sites would conflict for seconds.
      const done = await runInTurnOfSender(inTurn, { key: stream, sender: principal.userId }, async () => {
        const handled = await handleWithFacts(store, stream, configurationAggregate, { gather, decide }, envelope)
        if (isRejection(handled)) return handled
        let { position } = handled
        // If the process crashes before it updates the sites, a policy updates them later.
        for (const siteId of sitesIn(handled.events as EventOf<'ConfigurationChanged'>[]))
          position = Math.max(position, await followSite(siteId))
        return { handled, position }
      })
      if (isRejection(done)) return done
      const { handled, position } = done
      const { version, saved, changedBy, changedAt } = handled.state
      // If nothing was changed, returns the current rows instead of the last saved version.
      // This version may lack zones that were opened later.
      const config = handled.events.length > 0 && saved ? saved : await readRows()
      return {
        message: msg`Configuration saved successfully`,
        config: { ...config, version, changedBy, changedAt },
        position,
      }
    },
  }
}

function sitesIn(events: readonly EventOf<'ConfigurationChanged'>[]): Set<string> {
  const paths = events.flatMap(({ data }) => data.changes.map(({ path }) => path.split('.')))
  return new Set(paths.flatMap(([part, siteId = '']) => (part === 'dumping_sites' ? [siteId] : [])))
}
