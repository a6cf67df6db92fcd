/** Updates a site's stream from the saved configuration, idempotently. */

import { isRejection } from '#contract/http/problems.ts'
import { type ConfigurationState, loadConfiguration } from '../aggregates/configuration.ts'
import { type SiteState, siteAggregate } from '../aggregates/site.ts'
import { createPolicyEnvelope, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { syncSite } from '../sites/follow-site.ts'

/**
 * Updates a site from the configuration, and returns the log position of the update.
 * Repeats the update if the configuration changed meanwhile, so that the newest version wins.
 */
export async function syncSiteWithConfiguration({ store, clock }: Kernel, siteId: string): Promise<number> {
  for (let followed = -1, position = 0; ; ) {
    const { version } = await loadConfiguration(store)
    if (version === followed) return position
    followed = version
    const envelope = createPolicyEnvelope(`configuration/${version}/${siteId}`)
    const gather = () => loadConfiguration(store)
    const decide = (state: SiteState, { saved, changedBy = 'system' }: ConfigurationState) => {
      // Does nothing until a configuration is saved, because the seeded sites apply until then.
      if (!saved) return []
      const configured = saved.dumping_sites.find(({ id }) => id === siteId)
      return syncSite({ siteId, site: configured, changedBy }, state, clock())
    }
    const handled = await handleWithFacts(
      store,
      siteAggregate.stream(siteId),
      siteAggregate,
      { gather, decide },
      envelope,
    )
    if (isRejection(handled)) throw new Error(`Site ${siteId} could not be updated: ${handled.message}`)
    position = handled.position
  }
}
