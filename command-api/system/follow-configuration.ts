/** Lets a site's own stream follow the configuration's, whoever asks and however often. */

import { isRejection } from '#contract/door/problems.ts'
import { bySystem, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadConfiguration } from '../settings/load.ts'
import { followSite } from '../sites/follow-site.ts'
import { type SiteState, site } from '../streams/site.ts'

/**
 * Answers the position that the site is right at. Should the configuration change while this runs, the site follows once more:
 * an older wish is never the last word.
 */
export async function followConfiguration({ store, clock }: Kernel, siteId: string): Promise<number> {
  for (let followed = -1, position = 0; ; ) {
    const { version } = await loadConfiguration(store)
    if (version === followed) return position
    followed = version
    const envelope = bySystem(`configuration/${version}/${siteId}`)
    const decide = async (state: SiteState) => {
      const { saved, changedBy = 'system' } = await loadConfiguration(store)
      // Before anything was configured the sites are what the seed opened.
      if (!saved) return []
      const configured = saved.dumping_sites.find(({ id }) => id === siteId)
      return followSite({ siteId, site: configured, changedBy }, state, clock())
    }
    const handled = await handle(store, site.stream(siteId), site, decide, envelope)
    if (isRejection(handled)) throw new Error(`Site ${siteId} could not follow: ${handled.message}`)
    position = handled.position
  }
}
