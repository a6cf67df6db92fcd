/** Fuel analytics: trips and fuel by truck, reports and collections by day. */
import type { FuelAnalytics } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import { dayIn, lastDays } from '#rules/city-time.ts'
import { someSimulated } from '#rules/some-simulated.ts'
import { beginningOf } from '#rules/wall-clock.ts'
import type { TripRow } from '../fleet/trips-view.ts'
import type { VehicleRow } from '../fleet/vehicles-view.ts'
import type { ViewReading } from '../reading/reading.ts'
import { hundredth, thousandth } from '../reading/rounding.ts'
import { timeZoneOf } from '../reading/time-zone.ts'
import { openKnownDays } from './known-days.ts'
import { performanceOf } from './performance.ts'

export function fuelAnalyticsReads({ runner }: Pick<ViewReading, 'runner'>): Reads {
  const daysOf = openKnownDays(runner)
  return {
    async fuelAnalytics({ query }, { rows, now }) {
      const period = Number(query.period)
      const timeZone = await timeZoneOf(rows)
      const both = lastDays(timeZone, now, 2 * period)
      const [earlier, days] = [both.slice(0, period), both.slice(period)]
      const [since, begin] = [earlier, days].map(([first = '']) => beginningOf(timeZone, first)) as [string, string]
      const dayOf: DayOf = (time) => dayIn(timeZone, time)
      const [allTrips, fleet, counted] = await Promise.all([
        rows.find<TripRow>('trips', { filter: { trip_start: { $gte: since } } }),
        rows.find<VehicleRow>('vehicles', { filter: { in_fleet: true } }),
        daysOf(rows, both, timeZone),
      ])
      const [before, trips] = split(allTrips, begin)
      const performed = counted.slice(period)
      const { days: _, ...performedBefore } = performanceOf(counted.slice(0, period))
      return {
        period_days: days.length,
        ...someSimulated(trips, performed),
        vehicles: byVehicle(trips, fleet),
        summary: figuresOf(trips),
        days: tripsByDay(trips, days, dayOf),
        performance: performanceOf(performed),
        before: { summary: figuresOf(before), performance: performedBefore },
      }
    },
  }
}

/** Maps a time to the city's day (YYYY-MM-DD). */
type DayOf = (time: string) => string

/** Splits trips at a moment: before it, and from it on. */
const split = (trips: readonly TripRow[], begin: string) => {
  const before = (trip: TripRow) => trip.trip_start < begin
  return [trips.filter(before), trips.filter((trip) => !before(trip))] as const
}

const sum = <T>(of: readonly T[], figure: (one: T) => number) => of.reduce((total, one) => total + figure(one), 0)

/**
 * Sums trips without rounding.
 * Callers round last: litres and km to thousandths, cedi and rates to hundredths.
 */
function totalsOf(trips: readonly TripRow[]) {
  const litres = sum(trips, (trip) => trip.fuel_consumed)
  const distance = sum(trips, (trip) => trip.distance_km)
  const cost = sum(trips, (trip) => trip.fuel_cost)
  return { litres, distance, cost }
}

function figuresOf(trips: readonly TripRow[]): FuelAnalytics['summary'] {
  const { litres, distance, cost } = totalsOf(trips)
  return {
    total_cost: hundredth(cost),
    avg_cost_per_km: distance > 0 ? hundredth(cost / distance) : null,
    total_trips: trips.length,
    total_fuel_consumed: thousandth(litres),
    total_distance: thousandth(distance),
  }
}

/** Lists the fleet plus archived vehicles that drove in the period, by id. */
function byVehicle(trips: readonly TripRow[], fleet: readonly VehicleRow[]): FuelAnalytics['vehicles'] {
  const driven = Map.groupBy(trips, (trip) => trip.vehicle_id)
  const ids = new Set([...fleet.map(({ id }) => id), ...driven.keys()])
  return [...ids].sort().map((vehicle_id) => {
    const own = driven.get(vehicle_id) ?? []
    const { litres, distance } = totalsOf(own)
    return { vehicle_id, ...figuresOf(own), efficiency_kmpl: litres > 0 ? hundredth(distance / litres) : null }
  })
}

function tripsByDay(all: readonly TripRow[], days: readonly string[], dayOf: DayOf): FuelAnalytics['days'] {
  const driven = Map.groupBy(all, (trip) => dayOf(trip.trip_start))
  return days.map((date) => {
    const trips = driven.get(date) ?? []
    const { litres, distance, cost } = totalsOf(trips)
    return {
      date,
      trips: trips.length,
      litres: thousandth(litres),
      distance: thousandth(distance),
      cost: hundredth(cost),
    }
  })
}
