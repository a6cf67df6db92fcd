/** The sites' reads at the door: all, or one; and what they held over time. */
import { reject } from '#contract/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import { openSites } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { type CompositionRow, toCompositionRecord } from './compositions-view.ts'
import { type SiteRow, toSite } from './sites-view.ts'

export function siteReads({ reads, runner }: Reading): Handlers {
  return {
    async compositionHistory({ query: { site_id } }) {
      const query = { filter: site_id ? { site_id } : {}, sort: { date: -1 } } as const
      const rows = await reads.find<CompositionRow>(runner.table('compositions'), query)
      return { history: rows.map(toCompositionRecord) }
    },
    async sites() {
      const rows = await reads.find<SiteRow>(runner.table('sites'), openSites)
      return { sites: rows.map(toSite) }
    },
    async site({ params }) {
      const [row] = await reads.get<SiteRow>(runner.table('sites'), [params.id])
      return row?.open
        ? { site: toSite(row) }
        : reject('not-found', 'The requested waste site could not be found or may have been removed.')
    },
  }
}
