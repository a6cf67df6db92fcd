/**
 * Answers the read of the dispatch recommendation.
 * It schedules nothing.
 */

import { msg } from '#contract/languages/message.ts'
import { addReportsTowardsCollection, CONFIGURATION_ID, type ConfigurationRow, type ZoneRow } from '#contract/tables.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { createConcurrencyLimit, createRestingTurns, runWithinLimit } from '#platform/http/concurrency-limit.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { unsealVehicles, type VehicleRow } from '../fleet/vehicles-view.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { openZonesQuery } from '../queries/lists.ts'
import { type ScheduleRow, unsealSchedules } from '../schedules/schedules-view.ts'
import { INITIAL_CONFIGURATION } from '../settings/configuration-view.ts'
import { type SiteRow, toSite } from '../sites/sites-view.ts'
import { recommendCollections } from './recommendation.ts'

/**
 * Maximum number of waiting recommendations, in total and per person.
 * Each contains a copy of the city's vehicles and schedules.
 */
const MAX_WAITING = { all: 200, ofOne: 20 }
const TOO_MANY = msg`Too many requests.`

export function createRecommendationReadHandlers({ sealer }: Pick<ReadDependencies, 'sealer'>): ReadHandlers {
  // In a large city, a plan blocks the thread for hundreds of ms.
  const inTurn = createRestingTurns()
  const enter = createConcurrencyLimit(MAX_WAITING, { ofOne: TOO_MANY, all: TOO_MANY })
  const recommend: NonNullable<ReadHandlers['recommendation']> = async (
    { query, locale, principal: { userId } },
    { rows, now },
  ) => {
    const [zones, vehicles, sites, schedules, [configuration]] = await Promise.all([
      rows.find<ZoneRow>('zones', openZonesQuery),
      rows.find<VehicleRow>('vehicles', { filter: { in_fleet: true }, sort: { id: 1 } }),
      rows.find<SiteRow>('sites', { filter: { open: true }, sort: { id: 1 } }),
      rows.find<ScheduleRow>('schedules', { filter: { open: true }, sort: { id: 1 } }),
      rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID]),
    ])
    const { zone_distances, fuel_prices, city: words } = configuration ?? INITIAL_CONFIGURATION
    const opened = await unsealSchedules(schedules, sealer)
    const city = {
      zones: zones.map(addReportsTowardsCollection),
      fleet: await unsealVehicles(vehicles, sealer),
      sites: sites.map(toSite),
      schedules: opened.map((schedule, at) => {
        const { cycle = 0, automatic } = schedules[at] ?? {}
        return { ...schedule, open: true, cycle, automatic }
      }),
      distances: zone_distances,
      fuelPrice: fuel_prices.diesel,
      symbol: words.currency.symbol,
    }
    const isSimulated = city.zones.some(({ simulatedIds = [] }) => simulatedIds.some((ids) => ids.length > 0))
    const options = { most: query.trucks, zone: query.zone, translate: translatorOf(locale) }
    return {
      ...(await inTurn(userId, () => recommendCollections(city, now, options))),
      ...(isSimulated && { simulated: true as const }),
    }
  }
  return {
    recommendation: (call, snapshot) => runWithinLimit(enter, call.principal.userId, () => recommend(call, snapshot)),
  }
}
