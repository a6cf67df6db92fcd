/** The sites' reads at the door: all, or one. */
import { reject } from '#contract/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Reading } from '../reading.ts'
import { type SiteRow, toSite } from './sites-view.ts'

export function siteReads({ reads, runner }: Reading): Handlers {
  return {
    async sites() {
      const rows = await reads.find<SiteRow>(runner.table('sites'), { sort: { id: 1 } })
      return { sites: rows.map(toSite) }
    },
    async site({ params }) {
      const [row] = await reads.get<SiteRow>(runner.table('sites'), [params.id])
      return row
        ? { site: toSite(row) }
        : reject('not-found', 'The requested waste site could not be found or may have been removed.')
    },
  }
}
