/** The sites' reads at the door: all, or one; and what they held over time. */
import { reject } from '#contract/problems.ts'
import type { Reads } from '#platform/http/api.ts'
import { openSites } from '../reading/lists.ts'
import { type CompositionRow, toCompositionRecord } from './compositions-view.ts'
import { type SiteRow, toSite } from './sites-view.ts'

export function siteReads(): Reads {
  return {
    async compositionHistory({ query: { site_id } }, { rows }) {
      const query = { filter: site_id ? { site_id } : {}, sort: { date: -1 } } as const
      const records = await rows.find<CompositionRow>('compositions', query)
      return { history: records.map(toCompositionRecord) }
    },
    async sites(_call, { rows }) {
      const found = await rows.find<SiteRow>('sites', openSites)
      return { sites: found.map(toSite) }
    },
    async site({ params }, { rows }) {
      const [row] = await rows.get<SiteRow>('sites', [params.id])
      return row?.open
        ? { site: toSite(row) }
        : reject('not-found', 'The requested waste site could not be found or may have been removed.')
    },
  }
}
