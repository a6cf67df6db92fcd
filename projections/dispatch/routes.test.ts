/** Tests the recommendation endpoint on rows that views built from events. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Event } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { INITIAL_ZONES } from '#domain/zones.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { createCall, NOW, openProjectionsFixture, zone } from '../queries/fixtures.ts'
import { createRecommendationReadHandlers } from './routes.ts'

let city: Awaited<ReturnType<typeof openProjectionsFixture>>
beforeEach(async () => {
  city = await openProjectionsFixture()
})
afterEach(() => city.close())

const at = NOW.toISOString()
const opened = INITIAL_ZONES.map(
  ({ name, code, centre, distances }): Event => ({
    type: 'ZoneOpened',
    data: { zoneId: name, name, code, centre, customers: 2, distances, openedBy: 'system', openedAt: at },
  }),
)
const site: Event = {
  type: 'SiteOpened',
  data: {
    siteId: 'WS001',
    name: 'North Dumping Site',
    location: 'Accra',
    coordinates: { lat: 5.6, lng: -0.2 },
    maxCapacity: 1000,
    currentCapacity: 750,
    composition: {},
    openedBy: 'system',
    openedAt: at,
  },
}
const truck = async (vehicleId: string, fuelEfficiency: number): Promise<Event> => ({
  type: 'VehicleRegistered',
  data: {
    vehicleId,
    type: 'side_loader',
    make: 'Ford',
    model: 'Transit',
    year: 2022,
    registrationNumber: vehicleId,
    fuelEfficiency,
    tankCapacity: 100,
    fuelLevel: 50,
    driver: await city.reading.sealer.seal(`driver-${vehicleId}`, { name: 'Yaw', contact: '+233 1' }),
    registeredBy: 'system',
    registeredAt: at,
  },
})

async function ask(trucks?: number) {
  const { recommendation } = createRecommendationReadHandlers(city.reading)
  return (await recommendation?.(
    createCall<'recommendation'>('d1', 'dispatcher', { query: { trucks } }),
    presentSnapshotOf(city.reading),
  )) as AnswerOf<'recommendation'>
}

it('plans what was reported with the trucks there are', async () => {
  const reports = [await city.reported('u1.1', 'u1'), await city.reported('u2.1', 'u2')]
  await city.happened(...opened, site, await truck('T1', 5), await truck('T2', 10), ...reports)
  const said = await ask()
  expect(said).toMatchObject({
    availableVehicles: 2,
    reason: 'Threshold reached - Ablekuma North: 2/2, Ayawaso West: 0/2',
    recommendation: 'Recommended: 1 trucks for zones that reached threshold',
    allocation: { North: 1, South: 0 },
    saves: { km: 0, litres: 0, cedi: 0 },
  })
  expect(said.schedules).toMatchObject([
    { vehicleId: 'T2', siteId: 'WS001', driverName: 'Yaw', driverContact: '+233 1', estimatedDistance: 25 },
  ])
  expect((await ask(0)).schedules).toEqual([])
})

it('shows the schedules, and who made them', async () => {
  const reports = [await city.reported('u1.1', 'u1'), await city.reported('u2.1', 'u2')]
  await city.happened(...opened, site, await truck('T1', 5), await truck('T2', 10), ...reports)
  const planned: Event = {
    type: 'CollectionPlanned',
    data: { zone, cycle: 1, vehicleIds: ['T2'], plannedBy: 'system', plannedAt: at },
  }
  const scheduled: Event = {
    type: 'CollectionScheduled',
    data: {
      scheduleId: 'SCH-AN1-T2',
      vehicleId: 'T2',
      zone,
      cycle: 1,
      vehicle: { make: 'Ford', model: 'Transit', type: 'side_loader', registrationNumber: 'T2' },
      siteId: 'WS001',
      reportsCount: 2,
      scheduledStart: at,
      estimatedCompletion: at,
      estimatedDistance: 12.5,
      estimatedFuel: 1.25,
      plan: { reports: 2, trips: 2, km: 50, litres: 5 },
      scheduledBy: 'system',
      scheduledAt: at,
    },
  }
  await city.happened(planned, scheduled)
  expect(await ask()).toMatchObject({
    availableVehicles: 1,
    recommendation: '✅ AUTO-SCHEDULED: 1 trucks dispatched to zones that reached threshold',
    schedules: [{ vehicleId: 'T2', status: 'scheduled', dumpTrips: 2, estimatedDistance: 50, estimatedFuel: 5 }],
  })
})

it('has nothing to say of a new installation', async () => {
  expect(await ask()).toMatchObject({ availableVehicles: 0, recommendation: 'No collection needed at this time' })
})

it('refuses a person’s further requests while many wait, because each contains the whole city', async () => {
  await city.happened(...opened, site, await truck('T1', 4))
  const { recommendation } = createRecommendationReadHandlers(city.reading)
  const ask = async (userId: string) =>
    recommendation?.(createCall<'recommendation'>(userId, 'dispatcher'), presentSnapshotOf(city.reading))
  const answers = await Promise.all([...Array.from({ length: 30 }, () => ask('d1')), ask('d2')])
  const refused = answers.filter((answer) => answer && isRejection(answer))
  expect(refused).toHaveLength(10)
  expect(refused[0]).toMatchObject({ rejected: 'too-many' })
  expect(answers.at(-1)).toMatchObject({ availableVehicles: 1 })
})
