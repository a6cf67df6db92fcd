/** What came in, at the door: by days, as a period's statement, and as open data. */
import { OPEN_COLUMNS, STATEMENT_COLUMNS } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import { csvFile } from '#platform/http/csv.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { dayIn } from '#rules/city-time.ts'
import type { DeliveryRow } from '../collections/deliveries-view.ts'
import { type Asked, arrivedIn } from '../reading/arrivals.ts'
import { timeZoneOf } from '../reading/time-zone.ts'
import type { SiteRow } from '../sites/sites-view.ts'
import { asColumns, byDays } from './days.ts'
import { statementOf } from './statement.ts'

const DAY_MS = 24 * 60 * 60_000
/** What the scales said in so many days up to a period's end tells how far estimates are off. */
const LEARNS_DAYS = 180

const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

async function namesOf(rows: Pick<Rows<'sites'>, 'find'>) {
  const sites = await rows.find<SiteRow>('sites')
  return new Map(sites.map(({ id, name }) => [id, name]))
}

const within = ({ from, to, site_id }: Asked) => [site_id, from, 'to', to].filter(Boolean).join('-')

export function materialReads(): Reads {
  return {
    async intake({ query: { by, ...asked } }, { rows }) {
      return { days: byDays(await arrivedIn<DeliveryRow>(rows, asked), await timeZoneOf(rows), by) }
    },

    async statement({ query }, { rows }) {
      const learnsFrom = { from: daysBefore(query.to, LEARNS_DAYS), to: query.to }
      const [arrived, recent, names] = await Promise.all([
        arrivedIn<DeliveryRow>(rows, query),
        arrivedIn<DeliveryRow>(rows, learnsFrom),
        namesOf(rows),
      ])
      const weighed = recent.filter(({ weighing }) => weighing)
      return statementOf({ period: query, arrived, weighed, names })
    },

    async statementCsv({ query }, { rows }) {
      const days = byDays(await arrivedIn<DeliveryRow>(rows, query), await timeZoneOf(rows), 'site')
      const names = await namesOf(rows)
      const table = days.map((day) => ({ ...asColumns(day), site_id: day.site_id, site: names.get(day.site_id ?? '') }))
      return csvFile(`statement-${within(query)}.csv`, STATEMENT_COLUMNS, table)
    },

    async openDaily({ query }, { rows, now }) {
      const timeZone = await timeZoneOf(rows)
      const { to = dayIn(timeZone, now.toISOString()) } = query
      const { from = daysBefore(to, 364) } = query
      const days = byDays(await arrivedIn<DeliveryRow>(rows, { from, to }), timeZone, 'zone')
      const table = days.map((day) => ({ ...asColumns(day), zone: day.zone }))
      return csvFile(`daily-${from}-to-${to}.csv`, OPEN_COLUMNS, table)
    },
  }
}
