/** Answers reads of materials: daily intake, statements and open data. */

import { text } from 'node:stream/consumers'
import { MAX_PERIOD_DAYS } from '#contract/http/period.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { OPEN_DATA_CSV_COLUMNS, STATEMENT_CSV_COLUMNS } from '#contract/views.ts'
import { addDays, localDayOf } from '#domain/city-time.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { createCsvFile } from '#platform/http/csv.ts'
import type { LimiterFactory } from '#platform/limiters.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { type ArrivalQuery, readArrivedDeliveries } from '../queries/arrivals.ts'
import { createPerNetworkRateLimit } from '../queries/network-limit.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import type { DeliveryRow } from '../schedules/deliveries-view.ts'
import type { SiteRow } from '../sites/sites-view.ts'
import { groupIntakeByDay, toCsvRow } from './intake.ts'
import { materialStatementOf } from './statement.ts'

/**
 * Number of days whose weighings show how wrong weight estimates are.
 * They end with the statement's period; the statement takes the error into account.
 */
const CALIBRATION_DAYS = 180
/**
 * Maximum number of requests per network and minute.
 * The requested file changes only once a minute.
 */
const REQUESTS_PER_MINUTE = 30
/** Open data hides sums of fewer reports per zone and day, to protect households. */
const MIN_REPORTS = 5
/** Maximum number of periods whose figures are cached. */
const MAX_CACHED_PERIODS = 20
const MINUTE_MS = 60_000

async function readSiteNames(rows: Pick<Rows<'sites'>, 'find'>) {
  const sites = await rows.find<SiteRow>('sites')
  return new Map(sites.map(({ id, name }) => [id, name]))
}

const fileSuffix = ({ from, to, site_id }: ArrivalQuery) => [site_id, from, 'to', to].filter(Boolean).join('-')

export function createMaterialReadHandlers(limiters?: LimiterFactory): ReadHandlers {
  const openData = createOpenDataReader(limiters)
  return {
    async intake({ query: { by, ...asked } }, { rows }) {
      return {
        days: groupIntakeByDay(await readArrivedDeliveries<DeliveryRow>(rows, asked), await timeZoneOf(rows), by),
      }
    },

    async statement({ query }, { rows }) {
      const learnsFrom = { from: addDays(query.to, -CALIBRATION_DAYS), to: query.to }
      const [arrived, recent, names] = await Promise.all([
        readArrivedDeliveries<DeliveryRow>(rows, query),
        readArrivedDeliveries<DeliveryRow>(rows, learnsFrom),
        readSiteNames(rows),
      ])
      const weighed = recent.filter(({ weighing }) => weighing)
      return materialStatementOf({ period: query, arrived, weighed, names })
    },

    async statementCsv({ query }, { rows }) {
      const days = groupIntakeByDay(
        await readArrivedDeliveries<DeliveryRow>(rows, query),
        await timeZoneOf(rows),
        'site',
      )
      const names = await readSiteNames(rows)
      const table = days.map((day) => ({ ...toCsvRow(day), site_id: day.site_id, site: names.get(day.site_id ?? '') }))
      return createCsvFile(`statement-${fileSuffix(query)}.csv`, STATEMENT_CSV_COLUMNS, table)
    },

    async openDaily({ query, address }, { rows, now }) {
      const tooMany = await openData.count(address)
      if (tooMany) return tooMany
      const timeZone = await timeZoneOf(rows)
      // Excludes the current day: two downloads on that day would differ by single loads.
      const lastCompleteDay = addDays(localDayOf(timeZone, now.toISOString()), -1)
      const { to = lastCompleteDay } = query
      const { from = addDays(to, -364) } = query
      if (from > to || from < addDays(to, 1 - MAX_PERIOD_DAYS))
        return reject('bad-request', msg`Enter the first and the last day.`)
      const name = `daily-${from}-to-${to}.csv`
      const make = async () => {
        const arrived = await readArrivedDeliveries<DeliveryRow>(rows, { from, to })
        const days = groupIntakeByDay(arrived, timeZone, 'zone', hasTooFewReports).filter(
          ({ date }) => date <= lastCompleteDay,
        )
        const table = days.map((day) => ({ ...toCsvRow(day), zone: day.zone }))
        return text(createCsvFile(name, OPEN_DATA_CSV_COLUMNS, table).content as AsyncIterable<string>)
      }
      return { type: 'text/csv', name, content: await openData.once(name, now, make) }
    },
  }
}

/**
 * Returns whether a sum counts so few reports that open data must hide it.
 * A sum without reports exposes nobody.
 */
export const hasTooFewReports = ({ reportsCount }: { reportsCount: number }): boolean =>
  reportsCount > 0 && reportsCount < MIN_REPORTS

/** Creates the open data reader: computed once a minute, rate-limited per network. */
export function createOpenDataReader(limiters?: LimiterFactory) {
  const cache = new Map<string, Promise<string>>()
  let minute = 0

  return {
    /**
     * Counts a request of a network address.
     * Returns a rejection if the network has sent too many requests.
     */
    count: createPerNetworkRateLimit(
      'open-data',
      { most: REQUESTS_PER_MINUTE, advice: msg`The file is updated once a minute. Please try again in a minute.` },
      limiters,
    ),
    /**
     * Returns the data file of a period, computed at most once per minute.
     * Simultaneous callers share one computation.
     */
    async once(period: string, now: Date, make: () => Promise<string>): Promise<string> {
      const present = Math.floor(now.getTime() / MINUTE_MS)
      if (present !== minute || cache.size >= MAX_CACHED_PERIODS) cache.clear()
      minute = present
      const pending = cache.get(period) ?? make()
      cache.set(period, pending)
      try {
        return await pending
      } catch (error) {
        cache.delete(period)
        throw error
      }
    },
  }
}
