/** The sites' reads at the door: all, or one; and what they held over time. */
import { reject } from '#contract/problems.ts'
import type { Reads } from '#platform/http/api.ts'
import { orderBy } from '#platform/read-store/order.ts'
import { openSites } from '../reading/lists.ts'
import { compositionDays } from './composition-days.ts'
import { lookBack } from './composition-records.ts'
import { toCompositionRecord } from './compositions-view.ts'
import { type SiteRow, toSite } from './sites-view.ts'

const DAY_MS = 24 * 60 * 60_000

const NEWEST_FIRST = orderBy({ date: -1 })

/** The last day that a record of by now can have, shifted as far as it may be. */
const lastDay = (now: Date) => new Date(now.getTime() + 2 * DAY_MS).toISOString().slice(0, 10)

export function siteReads(): Reads {
  return {
    async compositionDays({ query: { records, to, ...asked } }, { rows, now }) {
      const days = await compositionDays(rows, { ...asked, to: to ?? lastDay(now) })
      return { days: days.map(({ records: each, ...day }) => (records ? { ...day, records: each } : day)) }
    },
    async compositionHistory({ query: { site_id, limit } }, { rows, now }) {
      const latest = { site_id, to: lastDay(now), days: 30 }
      const records = await lookBack(
        rows,
        latest,
        (found) => found,
        ({ length }) => length >= limit,
      )
      const newest = [...records].sort(NEWEST_FIRST).slice(0, limit)
      return { history: newest.map(toCompositionRecord) }
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
