/** Answers material reads: intake by day, period statements and open data. */

import { text } from 'node:stream/consumers'
import { MOST_DAYS } from '#contract/door/period.ts'
import { reject } from '#contract/door/problems.ts'
import { OPEN_COLUMNS, STATEMENT_COLUMNS } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import { csvFile } from '#platform/http/csv.ts'
import type { Limiters } from '#platform/limiters.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { addDays, dayIn } from '#rules/city-time.ts'
import type { DeliveryRow } from '../collections/deliveries-view.ts'
import { type Asked, arrivedIn } from '../reading/arrivals.ts'
import { timeZoneOf } from '../reading/time-zone.ts'
import type { SiteRow } from '../sites/sites-view.ts'
import { asColumns, byDays } from './days.ts'
import { createOpenData, isOfFew } from './open-data.ts'
import { statementOf } from './statement.ts'

/** Days before a period's end whose weighings calibrate estimates. */
const LEARNS_DAYS = 180

async function namesOf(rows: Pick<Rows<'sites'>, 'find'>) {
  const sites = await rows.find<SiteRow>('sites')
  return new Map(sites.map(({ id, name }) => [id, name]))
}

const within = ({ from, to, site_id }: Asked) => [site_id, from, 'to', to].filter(Boolean).join('-')

export function materialReads(limiters?: Limiters): Reads {
  const openData = createOpenData(limiters)
  return {
    async intake({ query: { by, ...asked } }, { rows }) {
      return { days: byDays(await arrivedIn<DeliveryRow>(rows, asked), await timeZoneOf(rows), by) }
    },

    async statement({ query }, { rows }) {
      const learnsFrom = { from: addDays(query.to, -LEARNS_DAYS), to: query.to }
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

    async openDaily({ query, address }, { rows, now }) {
      const tooMany = await openData.count(address)
      if (tooMany) return tooMany
      const timeZone = await timeZoneOf(rows)
      // Two files of an unfinished day would expose single loads by their difference.
      const lastWhole = addDays(dayIn(timeZone, now.toISOString()), -1)
      const { to = lastWhole } = query
      const { from = addDays(to, -364) } = query
      if (from > to || from < addDays(to, 1 - MOST_DAYS)) return reject('bad-request', 'Give both ends of the period.')
      const name = `daily-${from}-to-${to}.csv`
      const make = async () => {
        const arrived = await arrivedIn<DeliveryRow>(rows, { from, to })
        const days = byDays(arrived, timeZone, 'zone', isOfFew).filter(({ date }) => date <= lastWhole)
        const table = days.map((day) => ({ ...asColumns(day), zone: day.zone }))
        return text(csvFile(name, OPEN_COLUMNS, table).content as AsyncIterable<string>)
      }
      return { type: 'text/csv', name, content: await openData.once(name, now, make) }
    },
  }
}
