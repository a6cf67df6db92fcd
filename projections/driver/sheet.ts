/** Driver's list of stops: the truck's collection and its ordered stops. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { CollectionStop, DriverRouteSheet } from '#contract/views.ts'
import { sortByNearestNeighbour } from '#domain/geography.ts'
import { reportCapacityOf } from '#domain/planner/truck-limits.ts'
import { truckPlanOf } from '#domain/planning.ts'
import { pointOfPlace } from '#domain/plus-code.ts'
import { STOP_EXCEPTIONS } from '#domain/stop-outcomes.ts'
import type { Coordinates } from '#domain/zones.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { VehicleRow } from '../fleet/vehicles-view.ts'
import { restrictListToFields, stopsQuery as stopsList } from '../queries/lists.ts'
import { readBins } from '../reports/bins-view.ts'
import type { ReportRow } from '../reports/reports-view.ts'
import type { ScheduleRow } from '../schedules/schedules-view.ts'
import type { SiteRow } from '../sites/sites-view.ts'
import type { DriverRow } from './drivers-view.ts'

/** Returns the id of the truck that a driver has now. */
export async function readVehicleIdOfDriver(
  rows: Pick<Rows<'drivers'>, 'get'>,
  userId: string,
): Promise<string | undefined> {
  const [row] = await rows.get<DriverRow>('drivers', [userId])
  return row?.vehicleId
}

/** Returns a truck's open collections: started ones first, then by planned start. */
async function readRounds(rows: Rows<'schedules'>, vehicleId: string): Promise<Readonly<ScheduleRow>[]> {
  const filter = { open: true, 'vehicle.id': vehicleId }
  const found = await rows.find<ScheduleRow>('schedules', { filter, sort: { scheduledStart: 1 } })
  return [...found].sort((a, b) => Number(b.status === 'in-progress') - Number(a.status === 'in-progress'))
}

/** Returns the started collection of a driver's truck, or undefined. */
export async function readStartedRound(rows: Rows<'drivers' | 'schedules'>, userId: string) {
  const vehicleId = await readVehicleIdOfDriver(rows, userId)
  const [round] = vehicleId === undefined ? [] : await readRounds(rows, vehicleId)
  return round?.status === 'in-progress' ? round : undefined
}

/**
 * Returns a started collection's stops in the order of `reports`.
 * Each has its bin's place and note.
 */
export async function toCollectionStops(
  reports: readonly ReportRow[],
  sealer: Sealer,
  rows: Pick<Rows<'bins'>, 'get'>,
): Promise<CollectionStop[]> {
  const [bins, opened] = await Promise.all([
    readBins(
      rows,
      sealer,
      reports.map(({ userId }) => userId),
    ),
    sealer.open<{ description?: string }>(reports.map(({ userId, sealed }) => ({ personId: userId, sealed }))),
  ])
  return reports.map((report, index) => ({
    ...toExpectedStop(report),
    place: bins.get(report.userId)?.place,
    note: opened[index]?.description,
    ...(report.served && {
      outcome: report.served.outcome,
      exception: report.served.exception,
      servedAt: report.served.at,
    }),
  }))
}

/** Returns a stop without personal data, as drivers see it before they start the collection. */
const toExpectedStop = ({ id, simulated, timestamp, open }: ReportRow): CollectionStop => ({
  simulated,
  id,
  stopId: id,
  reportId: id,
  since: timestamp,
  collected: !open,
})

type SheetRows = Rows<'drivers' | 'schedules' | 'reports' | 'bins' | 'sites' | 'vehicles' | 'configuration'>

/**
 * Reads the stops of a driver's truck.
 * `from` is the driver's position, from which the stops are ordered.
 */
export async function readDriverSheet(
  rows: SheetRows,
  sealer: Sealer,
  userId: string,
  from?: Coordinates,
): Promise<DriverRouteSheet> {
  const vehicleId = await readVehicleIdOfDriver(rows, userId)
  const [configuration] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
  const exceptions = [...(configuration?.stop_exceptions ?? STOP_EXCEPTIONS)]
  if (vehicleId === undefined) return { version: 0, stops: [], left: 0, exceptions }
  const [[round], [truck]] = await Promise.all([
    readRounds(rows, vehicleId),
    rows.get<VehicleRow>('vehicles', [vehicleId]),
  ])
  const own = { vehicleId, boundFor: truck?.bound_for, exceptions }
  if (!round) return { ...own, version: truck?.position ?? 0, stops: [], left: 0 }
  const isUnderWay = round.status === 'in-progress'
  const reports = await (isUnderWay ? readAssigned(rows, round) : readExpected(rows, round))
  const stops = isUnderWay ? await toCollectionStops(reports, sealer, rows) : reports.map(toExpectedStop)
  const [site] = await rows.get<SiteRow>('sites', [round.siteId])
  return {
    ...own,
    simulated: round.simulated,
    scheduleId: round.id,
    status: round.status,
    zone: round.zone,
    version: Math.max(round.position, truck?.position ?? 0, ...reports.map(({ position }) => position)),
    scheduledStart: round.scheduledStart,
    estimatedCompletion: round.estimatedCompletion,
    startedAt: round.startedAt,
    stops: from ? sortByNearestNeighbour(stops, from, ({ place }) => pointOfPlace(place)) : stops,
    left: stops.filter(({ collected, outcome }) => !collected && outcome === undefined).length,
    load: {
      bins: stops.filter(({ collected }) => collected).length,
      capacity: reportCapacityOf(round.vehicle.type, truckPlanOf(round).trips),
    },
    site: site && { id: site.id, name: site.name, location: site.location, coordinates: site.coordinates },
  }
}

const readAssigned = (rows: Rows<'reports'>, { id: roundId }: ScheduleRow) =>
  rows.find<ReportRow>('reports', restrictListToFields({ roundId }, stopsList))

/**
 * Returns the reports that the truck would collect now.
 * They are the oldest without a truck on the way.
 */
async function readExpected(rows: Rows<'reports'>, round: ScheduleRow): Promise<Readonly<ReportRow>[]> {
  const filter = { zone: round.zone, open: true, status: 'new' }
  const limit = Math.max(1, truckPlanOf(round).reports)
  return rows.find<ReportRow>('reports', { filter, sort: stopsList.sort, limit })
}
