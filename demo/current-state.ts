/**
 * Reads the state from which the simulation continues:
 * sites, trucks, people's work, residents with open reports.
 */

import { isDeepStrictEqual } from 'node:util'
import { reporterOf } from '#command-api/aggregates/bin.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { readFleet } from '#command-api/lookups/city.ts'
import { readConfiguration } from '#command-api/lookups/configuration.ts'
import type { Configuration } from '#contract/settings/configuration.ts'
import type { ZoneRow } from '#contract/tables.ts'
import type { Delivery, Schedule, Site, Vehicle } from '#contract/views.ts'
import { createSimulatedCity } from '#demo/simulator/city.ts'
import type { InitialSimulationState, SimulatedCityConfig } from '#demo/simulator/city-plan.ts'
import type { InitialTruck } from '#demo/simulator/fleet.ts'
import { DAY_MS } from '#demo/simulator/rhythm.ts'
import { PROCESSING_FILL_LEVEL } from '#demo/simulator/waste-site.ts'
import type { Zone } from '#domain/city.ts'
import { recommendationThresholdOf } from '#domain/report-rules.ts'
import { isTruckUnoccupied } from '#domain/trucks.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { DEMO_ACCOUNT_HOUSEHOLDS, DEMO_CITY_CONFIG } from './city.ts'
import { residentUserIdOf, type SimulatedRound } from './city-rounds.ts'
import { isDeliveryOverdue, isScheduleLongOverdue, readSimulatedRound, readYearEndPosition } from './current-rounds.ts'
import { readTrucksWithActiveDriver } from './driven-trucks.ts'

/** Maximum number of days until an emptied bin is full again. */
const MOST_DAYS = 20

/**
 * Simulated residents by account id.
 * Excludes demo accounts, whose users report themselves.
 */
const RESIDENTS = new Map(
  [...createSimulatedCity(DEMO_CITY_CONFIG).residents()]
    .filter(({ id }) => !DEMO_ACCOUNT_HOUSEHOLDS.has(id))
    .map((resident) => [residentUserIdOf(resident), resident]),
)

/** Rows that the simulation reads before it sends a truck, as a dispatcher would look at them. */
interface CityOverview {
  fleet: readonly Readonly<Row & Vehicle>[]
  sites: readonly Readonly<Row & Site>[]
  zones: readonly Readonly<ZoneRow>[]
  schedules: readonly Readonly<Row & Schedule>[]
  deliveries: readonly Readonly<Row & Delivery>[]
  distances: Configuration['zone_distances']
  /** Ids of the trucks that a person drives at present. */
  driven: ReadonlySet<string>
}

const READ_VIEWS = ['vehicles', 'sites', 'zones', 'schedules', 'deliveries', 'configuration'] as const

async function readBoard(kernel: Kernel): Promise<CityOverview> {
  const rows = await kernel.rows.upToNow(...READ_VIEWS)
  const [fleet, sites, zones, schedules, deliveries, { zone_distances: distances }, driven] = await Promise.all([
    readFleet(rows),
    rows.find<Row & Site>('sites', { filter: { open: true } }),
    rows.find<ZoneRow>('zones', { filter: { open: true } }),
    rows.find<Row & Schedule>('schedules', { filter: { open: true } }),
    rows.find<Row & Delivery>('deliveries', { filter: { underWay: true } }),
    readConfiguration(rows),
    readTrucksWithActiveDriver(kernel),
  ])
  return { fleet, sites, zones, schedules, deliveries, distances, driven }
}

/** Returns the simulated residents with an open report. */
const openIn = ({ zones }: CityOverview) =>
  new Set(zones.flatMap(({ openIds }) => openIds.flat().flatMap((id) => RESIDENTS.get(reporterOf(id) ?? '')?.id ?? [])))

/** Returns zones that people or policies scheduled outside the simulation. */
const takenIn = ({ schedules }: CityOverview, own: ReadonlyMap<string, SimulatedRound>) =>
  new Set(schedules.flatMap(({ zone, vehicle }) => (own.has(vehicle.id) ? [] : [zone as Zone])))

/** Returns the zones for which a truck with a human driver is scheduled. */
const drivenIn = ({ schedules, driven }: CityOverview) =>
  new Set(schedules.flatMap(({ zone, vehicle }) => (driven.has(vehicle.id) ? [zone as string] : [])))

const thresholdOf = ({ totalCustomers, thresholds }: ZoneRow) => recommendationThresholdOf(totalCustomers, thresholds)

/**
 * Returns a key of the state that users can change, except reports.
 * If the key differs, the simulation restarts from the current state.
 */
function keyOf(board: CityOverview, own: ReadonlyMap<string, SimulatedRound>, now: Date): string {
  const { fleet, sites, zones, schedules, deliveries, distances, driven } = board
  return JSON.stringify([
    fleet.filter((truck) => isTruckUnoccupied(truck) || own.has(truck.id)).map(({ id }) => id),
    [...takenIn(board, own)].sort(),
    sites.map(({ id, currentCapacity, maxCapacity }) => [
      id,
      maxCapacity,
      currentCapacity >= maxCapacity * PROCESSING_FILL_LEVEL,
    ]),
    zones.map((zone) => [zone.id, thresholdOf(zone)]),
    deliveries.filter((delivery) => isDeliveryOverdue(delivery, now) && !own.has(delivery.truckId)).map(({ id }) => id),
    schedules
      .filter((schedule) => isScheduleLongOverdue(schedule, now) && !own.has(schedule.vehicle.id))
      .map(({ id }) => id),
    distances,
    [...driven].sort(),
  ])
}

interface SimulationStart {
  plan: SimulatedCityConfig
  present: Pick<InitialSimulationState, 'emptied' | 'absent' | 'waitingSince'> & { open: Set<string> }
  /** Collection rounds in progress, which the simulation continues. */
  rounds: Map<string, SimulatedRound>
  /**
   * Returns whether anyone but the simulation has changed something since the state was read.
   * The simulation tracks its own changes in `open` and `rounds`.
   */
  isOutdated(): Promise<boolean>
}

/**
 * Reads the current state of the city, from which a simulation continues.
 * The simulation runs `pace` times as fast as real time.
 * It schedules no trucks for the `unplannable` zones.
 */
export async function readStateForSimulation(
  kernel: Kernel,
  pace: number,
  unplannable: ReadonlySet<Zone> = new Set(),
): Promise<SimulationStart> {
  const board = await readBoard(kernel)
  const { rounds, trucks } = await readTrucks(kernel, board)
  const open = openIn(board)
  const key = keyOf(board, rounds, kernel.clock())
  return {
    plan: planOf(board, new Set([...takenIn(board, rounds), ...unplannable]), trucks),
    present: { open, ...(await readHouseholds(kernel, pace)) },
    rounds,
    async isOutdated() {
      const now = await readBoard(kernel)
      return keyOf(now, rounds, kernel.clock()) !== key || !isDeepStrictEqual(openIn(now), open)
    },
  }
}

/**
 * Returns the free trucks, and the trucks that the simulation drives on a collection round.
 * Omits trucks with a human driver.
 */
async function readTrucks(kernel: Kernel, { fleet, driven }: CityOverview) {
  const yearsEnd = await readYearEndPosition(kernel)
  const rounds = new Map<string, SimulatedRound>()
  const trucks: InitialTruck[] = fleet
    .filter(isTruckUnoccupied)
    .map((truck) => ({ ...truck, driven: driven.has(truck.id) }))
  for (const truck of fleet) {
    if (truck.archived || isTruckUnoccupied(truck) || driven.has(truck.id)) continue
    const own = await readSimulatedRound(kernel, truck.id, yearsEnd)
    if (!own) continue
    rounds.set(truck.id, own.round)
    trucks.push({ ...truck, underWay: own.underWay })
  }
  return { rounds, trucks }
}

function planOf(board: CityOverview, taken: ReadonlySet<string>, trucks: readonly InitialTruck[]): SimulatedCityConfig {
  const rows = new Map<string, ZoneRow>(board.zones.map((zone) => [zone.id, zone]))
  const driven = drivenIn(board)
  return {
    ...DEMO_CITY_CONFIG,
    // Excludes closed zones, and zones that people opened, which have no simulated residents.
    zones: DEMO_CITY_CONFIG.zones.flatMap((zone) => {
      const row = rows.get(zone.name)
      if (!row) return []
      return [{ ...zone, threshold: thresholdOf(row), taken: taken.has(zone.name), driven: driven.has(zone.name) }]
    }),
    sites: board.sites.map((site) => ({ ...site, composition: site.composition as Record<string, number> })),
    trucks,
    distances: board.distances as SimulatedCityConfig['distances'],
  }
}

/** Returns when each bin was last emptied, and which simulated residents are absent. */
async function readHouseholds(
  kernel: Kernel,
  pace: number,
): Promise<Pick<InitialSimulationState, 'emptied' | 'absent' | 'waitingSince'>> {
  const { clock } = kernel
  const rows = await kernel.rows.upToNow('reports', 'accounts')
  const since = new Date(clock().getTime() - (MOST_DAYS * DAY_MS) / pace).toISOString()
  const filter = { open: false, collectedAt: { $gte: since } }
  const collected = await rows.find<Row & { userId: string; collectedAt: string }>('reports', { filter })
  const emptied = new Map<string, Date>()
  for (const { userId, collectedAt } of collected) {
    const id = RESIDENTS.get(userId)?.id
    const at = new Date(collectedAt)
    // Ignores times in the future.
    // A clock that was fast may have produced them.
    if (id && at > (emptied.get(id) ?? 0) && at <= clock()) emptied.set(id, at)
  }
  const accounts = await rows.get<Row & { erased: boolean; zone?: string }>('accounts', [...RESIDENTS.keys()])
  const there = new Map(
    accounts.flatMap((account) =>
      account ? [[account.id, !account.erased && account.zone === RESIDENTS.get(account.id)?.zone]] : [],
    ),
  )
  const absent = [...RESIDENTS].filter(([userId]) => !there.get(userId)).map(([, { id }]) => id)
  return {
    emptied,
    absent: new Set([...absent, ...DEMO_ACCOUNT_HOUSEHOLDS]),
    waitingSince: await readWaitingSince(rows, clock()),
  }
}

/** Returns since when the oldest open report of a simulated resident has waited. */
async function readWaitingSince(rows: Rows<'reports'>, now: Date): Promise<Date | undefined> {
  const filter = { open: true }
  const open = await rows.find<Row & { userId: string; timestamp: string }>('reports', { filter })
  const times = open.flatMap(({ userId, timestamp }) => (RESIDENTS.has(userId) ? [Date.parse(timestamp)] : []))
  return times.length > 0 ? new Date(Math.min(now.getTime(), ...times)) : undefined
}
