/** Answers reads of materials: intake by day, statements of a period and open data. */

import { text } from 'node:stream/consumers'
import { MAX_PERIOD_DAYS } from '#contract/http/period.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { OPEN_DATA_COLUMNS, STATEMENT_COLUMNS } from '#contract/views.ts'
import { addDays, localDayOf } from '#domain/city-time.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { csvFile } from '#platform/http/csv.ts'
import type { CreateLimiter } from '#platform/limiters.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { type ArrivalQuery, readArrivedDeliveries } from '../queries/arrivals.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import type { DeliveryRow } from '../schedules/deliveries-view.ts'
import type { SiteRow } from '../sites/sites-view.ts'
import { intakeByDay, toCsvRow } from './days.ts'
import { createOpenDataReader, hasTooFewReports } from './open-data.ts'
import { materialStatementOf } from './statement.ts'

/**
 * Number of days up to the end of a statement's period.
 * The weighings of these days show how far estimated weights are off, and correct them.
 */
const CALIBRATION_DAYS = 180

async function namesOf(rows: Pick<Rows<'sites'>, 'find'>) {
  const sites = await rows.find<SiteRow>('sites')
  return new Map(sites.map(({ id, name }) => [id, name]))
}

const fileSuffix = ({ from, to, site_id }: ArrivalQuery) => [site_id, from, 'to', to].filter(Boolean).join('-')

export function materialReads(limiters?: CreateLimiter): ReadHandlers {
  const openData = createOpenDataReader(limiters)
  return {
    async intake({ query: { by, ...asked } }, { rows }) {
      return { days: intakeByDay(await readArrivedDeliveries<DeliveryRow>(rows, asked), await timeZoneOf(rows), by) }
    },

    async statement({ query }, { rows }) {
      const learnsFrom = { from: addDays(query.to, -CALIBRATION_DAYS), to: query.to }
      const [arrived, recent, names] = await Promise.all([
        readArrivedDeliveries<DeliveryRow>(rows, query),
        readArrivedDeliveries<DeliveryRow>(rows, learnsFrom),
        namesOf(rows),
      ])
      const weighed = recent.filter(({ weighing }) => weighing)
      return materialStatementOf({ period: query, arrived, weighed, names })
    },

    async statementCsv({ query }, { rows }) {
      const days = intakeByDay(await readArrivedDeliveries<DeliveryRow>(rows, query), await timeZoneOf(rows), 'site')
      const names = await namesOf(rows)
      const table = days.map((day) => ({ ...toCsvRow(day), site_id: day.site_id, site: names.get(day.site_id ?? '') }))
      return csvFile(`statement-${fileSuffix(query)}.csv`, STATEMENT_COLUMNS, table)
    },

    async openDaily({ query, address }, { rows, now }) {
      const tooMany = await openData.count(address)
      if (tooMany) return tooMany
      const timeZone = await timeZoneOf(rows)
      // Leave out the present day. The difference of two files of an unfinished day would expose single loads.
      const lastCompleteDay = addDays(localDayOf(timeZone, now.toISOString()), -1)
      const { to = lastCompleteDay } = query
      const { from = addDays(to, -364) } = query
      if (from > to || from < addDays(to, 1 - MAX_PERIOD_DAYS))
        return reject('bad-request', msg`Enter the first and the last day.`)
      const name = `daily-${from}-to-${to}.csv`
      const make = async () => {
        const arrived = await readArrivedDeliveries<DeliveryRow>(rows, { from, to })
        const days = intakeByDay(arrived, timeZone, 'zone', hasTooFewReports).filter(
          ({ date }) => date <= lastCompleteDay,
        )
        const table = days.map((day) => ({ ...toCsvRow(day), zone: day.zone }))
        return text(csvFile(name, OPEN_DATA_COLUMNS, table).content as AsyncIterable<string>)
      }
      return { type: 'text/csv', name, content: await openData.once(name, now, make) }
    },
  }
}
