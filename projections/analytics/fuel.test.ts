/** Tests a fixed log's fuel figures, per period, truck and day. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { FuelAnalytics } from '#contract/views.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { createCall, openProjectionsFixture, reportCollected, timeZoneSetToLagos } from '../queries/fixtures.ts'
import { createFuelAnalyticsReadHandlers } from './fuel.ts'
import { createTripsCsvReadHandlers } from './trips-csv.ts'

let city: Awaited<ReturnType<typeof openProjectionsFixture>>
beforeEach(async () => {
  city = await openProjectionsFixture()
})
afterEach(() => city.close())

/**
 * Returns fuel analytics of a period in days.
 * The test's clock shows Wednesday, 4 March 2026, noon.
 */
async function analytics(period = '7'): Promise<FuelAnalytics> {
  const call = createCall<'fuelAnalytics'>('d1', 'dispatcher', { query: { period } })
  const answer = await createFuelAnalyticsReadHandlers(city.reading).fuelAnalytics?.(
    call,
    presentSnapshotOf(city.reading),
  )
  if (!answer || !('summary' in answer)) throw new Error('no answer')
  return answer
}

const registered = (vehicleId: string): Event => ({
  type: 'VehicleRegistered',
  data: {
    vehicleId,
    type: 'rear_loader',
    make: 'Ford',
    model: 'Transit',
    year: 2022,
    registrationNumber: vehicleId,
    fuelEfficiency: 8,
    tankCapacity: 100,
    fuelLevel: 100,
    registeredBy: 'd1',
    registeredAt: '2026-01-01T00:00:00.000Z',
  },
})
const refuelled: Event = {
  type: 'VehicleRefuelled',
  data: {
    vehicleId: 'T1',
    litres: 50,
    costPerLitre: 10,
    fuelLevel: 100,
    refuelledBy: 'd1',
    refuelledAt: '2026-03-04T08:00:00.000Z',
  },
}
let trips = 0
const trip = (vehicleId: string, tripStart: string, distance: number, litres: number, fuelCost: number): Event => ({
  type: 'TripLogged',
  data: {
    tripId: `trip-${++trips}`,
    vehicleId,
    tripType: 'delivery',
    distance,
    litres,
    fuelLevel: 50,
    fuelCost,
    tripStart,
    tripEnd: '2026-03-04T11:00:00.000Z',
    loggedBy: 'd1',
    loggedAt: '2026-03-04T11:00:00.000Z',
  },
})

describe('fuel', () => {
  beforeEach(() =>
    city.happened(
      registered('T1'),
      registered('T2'),
      registered('T3'),
      refuelled,
      trip('T1', '2026-02-25T23:59:59.999Z', 400, 50, 500),
      trip('T1', '2026-02-26T00:00:00.000Z', 80.1, 10.013, 100.13),
      trip('T1', '2026-03-04T10:00:00.000Z', 40.2, 5.025, 50.25),
      trip('T2', '2026-03-04T10:30:00.000Z', 10, 2, 30),
      { type: 'VehicleArchived', data: { vehicleId: 'T2', archivedBy: 'd1', archivedAt: '2026-03-04T11:30:00.000Z' } },
    ),
  )

  it('sums the trips of the last seven days, from midnight in Accra; a refuelling is no consumption', async () =>
    expect(await analytics()).toMatchObject({
      period_days: 7,
      summary: {
        total_cost: 180.38,
        // Fuel cost 180.38 for 130.3 km.
        avg_cost_per_km: 1.38,
        total_trips: 3,
        total_fuel_consumed: 17.038,
        total_distance: 130.3,
      },
    }))

  it('lists them by truck, with idle ones and archived ones that drove', async () => {
    const none = { total_cost: 0, total_trips: 0, total_fuel_consumed: 0, total_distance: 0 }
    expect((await analytics()).vehicles).toEqual([
      {
        vehicle_id: 'T1',
        total_cost: 150.38,
        avg_cost_per_km: 1.25,
        total_trips: 2,
        total_fuel_consumed: 15.038,
        total_distance: 120.3,
        efficiency_kmpl: 8,
      },
      {
        vehicle_id: 'T2',
        total_cost: 30,
        avg_cost_per_km: 3,
        total_trips: 1,
        total_fuel_consumed: 2,
        total_distance: 10,
        efficiency_kmpl: 5,
      },
      { vehicle_id: 'T3', ...none, avg_cost_per_km: null, efficiency_kmpl: null },
    ])
  })

  it('lists them by day, also days without a trip', async () => {
    const { days } = await analytics()
    expect(days.map(({ date }) => date.slice(5))).toEqual('02-26 02-27 02-28 03-01 03-02 03-03 03-04'.split(' '))
    expect(days[0]).toEqual({ date: '2026-02-26', trips: 1, litres: 10.013, distance: 80.1, cost: 100.13 })
    expect(days[3]).toEqual({ date: '2026-03-01', trips: 0, litres: 0, distance: 0, cost: 0 })
    expect(days[6]).toEqual({ date: '2026-03-04', trips: 2, litres: 7.025, distance: 50.2, cost: 80.25 })
  })

  async function table(query: object): Promise<{ name: string; lines: string[] }> {
    const call = createCall<'tripsCsv'>('d1', 'dispatcher', { query })
    const answer = await createTripsCsvReadHandlers().tripsCsv?.(call, presentSnapshotOf(city.reading))
    if (!answer || !('content' in answer)) throw new Error('no file')
    let text = ''
    for await (const piece of answer.content as AsyncIterable<string>) text += piece
    return { name: answer.name, lines: text.trimEnd().split('\r\n') }
  }

  it('compares them with the same number of days before, to the day', async () => {
    await city.happened(
      trip('T1', '2026-02-18T23:59:59.999Z', 1, 1, 1),
      trip('T1', '2026-02-19T00:00:00.000Z', 2, 1, 10),
    )
    const { before, summary } = await analytics()
    expect(before.summary).toMatchObject({ total_trips: 2, total_distance: 402, total_cost: 510 })
    expect(summary.total_trips).toBe(3)
  })

  it('are a table, newest first, of the very trips that are summed', async () => {
    const { name, lines } = await table({ period: '7' })
    expect(name).toBe('trips-2026-02-26-to-2026-03-04.csv')
    const columns =
      'id,vehicle_id,trip_type,trip_start,trip_end,distance_km,fuel_consumed,fuel_cost,route_description,simulated'
    expect(lines[0]).toBe(`\uFEFF${columns}`)
    const end = '2026-03-04T11:00:00.000Z'
    expect(lines.slice(1).map((line) => line.replace(/^trip-\d+,/, ''))).toEqual([
      `T2,delivery,2026-03-04T10:30:00.000Z,${end},10,2,30,,`,
      `T1,delivery,2026-03-04T10:00:00.000Z,${end},40.2,5.025,50.25,,`,
      `T1,delivery,2026-02-26T00:00:00.000Z,${end},80.1,10.013,100.13,,`,
    ])
  })

  it('are by the days of the city, wherever it is', async () => {
    await city.happened(timeZoneSetToLagos, trip('T1', '2026-02-25T22:59:59.999Z', 1, 1, 1))
    const { days, summary } = await analytics()
    expect(days[0]).toMatchObject({ date: '2026-02-26', trips: 2 })
    expect(summary.total_trips).toBe(4)
    expect((await table({ period: '7' })).lines).toHaveLength(1 + 4)
  })

  it('are a table of one truck', async () => {
    const { lines } = await table({ period: '30', vehicle_id: 'T1' })
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['T1', 'T1', 'T1'])
  })

  it.each([
    ['30', 4, '2026-02-03'],
    ['90', 4, '2025-12-05'],
  ])('looks back %s days', async (period, total, first) => {
    const { period_days, summary, days } = await analytics(period)
    expect(period_days).toBe(Number(period))
    expect(summary.total_trips).toBe(total)
    expect(days[0]?.date).toBe(first)
    expect(days).toHaveLength(Number(period))
  })
})

it('has no rates where nothing was driven or collected', async () =>
  expect(await analytics()).toMatchObject({
    vehicles: [],
    summary: { total_cost: 0, avg_cost_per_km: null, total_trips: 0 },
    performance: { reports: 0, collected: 0, medianHours: null },
  }))

describe('performance', () => {
  const reported = (n: number, reportedAt: string) => city.reported(`u${n}.1`, `u${n}`, { reportedAt })
  const ended = (n: number, at: string) => reportCollected(`u${n}.1`, `u${n}`, at)

  it('counts reports and collections of the period, each on its day', async () => {
    await city.happened(
      await reported(1, '2026-02-25T20:00:00.000Z'),
      await reported(2, '2026-03-03T06:00:00.000Z'),
      await reported(3, '2026-03-03T07:00:00.000Z'),
      ended(1, '2026-02-26T20:00:00.000Z'),
      ended(2, '2026-03-04T06:30:00.000Z'),
    )
    const { performance } = await analytics()
    // The first report waited 24 h for its collection, the second 24.5 h.
    expect(performance).toMatchObject({ reports: 2, collected: 2, disputed: 0, medianHours: 24.25 })
    const on = (date: string) => performance.days.find((day) => day.date === date)
    expect(on('2026-02-26')).toEqual({ date: '2026-02-26', reports: 0, collected: 1, disputed: 0, medianHours: 24 })
    expect(on('2026-03-03')).toEqual({ date: '2026-03-03', reports: 2, collected: 0, disputed: 0, medianHours: null })
    expect(on('2026-03-04')).toEqual({ date: '2026-03-04', reports: 0, collected: 1, disputed: 0, medianHours: 24.5 })
  })

  it('returns the same for earlier days, and counts nothing twice', async () => {
    await city.happened(
      await reported(1, '2026-02-19T00:00:00.000Z'),
      await reported(2, '2026-02-18T23:59:59.000Z'),
      await reported(3, '2026-02-26T00:00:00.000Z'),
      ended(1, '2026-02-25T23:00:00.000Z'),
      ended(2, '2026-02-26T00:00:00.000Z'),
    )
    const { performance, before } = await analytics()
    expect(before.performance).toEqual({ reports: 1, collected: 1, disputed: 0, medianHours: 167 })
    expect(performance).toMatchObject({ reports: 1, collected: 1 })
  })

  it('returns the median of an odd number of waits, independent of the longest', async () => {
    for (const [n, hours] of [1, 3, 47].entries()) {
      const reportedAt = new Date(Date.UTC(2026, 2, 4, 11) - hours * 3_600_000).toISOString()
      await city.happened(await reported(n, reportedAt), ended(n, '2026-03-04T11:00:00.000Z'))
    }
    expect((await analytics()).performance.medianHours).toBe(3)
  })
})
