/** Fuel analytics: trips and fuel by truck, reports and collections by day. */
import type { FuelAnalytics } from '#contract/views.ts'
import { listLastLocalDays, localDayOf } from '#domain/city-time.ts'
import { simulatedMarkOfRows } from '#domain/simulated-mark.ts'
import { dayStartIsoOf } from '#domain/wall-clock.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { TripRow } from '../fleet/trips-view.ts'
import type { VehicleRow } from '../fleet/vehicles-view.ts'
import type { ViewReadDependencies } from '../queries/dependencies.ts'
import { roundToHundredth, roundToThousandth } from '../queries/rounding.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import { createDayCache, summarizePerformance } from './performance.ts'

export function createFuelAnalyticsReadHandlers({ runner }: Pick<ViewReadDependencies, 'runner'>): ReadHandlers {
  const daysOf = createDayCache(runner)
  return {
    async fuelAnalytics({ query }, { rows, now }) {
      const period = Number(query.period)
      const timeZone = await timeZoneOf(rows)
      const both = listLastLocalDays(timeZone, now, 2 * period)
      const [earlier, days] = [both.slice(0, period), both.slice(period)]
      const [since, begin] = [earlier, days].map(([first = '']) => dayStartIsoOf(timeZone, first)) as [string, string]
      const dayOf: DayOf = (time) => localDayOf(timeZone, time)
      const [allTrips, fleet, counted] = await Promise.all([
        rows.find<TripRow>('trips', { filter: { trip_start: { $gte: since } } }),
        rows.find<VehicleRow>('vehicles', { filter: { in_fleet: true } }),
        daysOf(rows, both, timeZone),
      ])
      const [before, trips] = split(allTrips, begin)
      const performed = counted.slice(period)
      const { days: _, ...performedBefore } = summarizePerformance(counted.slice(0, period))
      return {
        period_days: days.length,
        ...simulatedMarkOfRows(trips, performed),
        vehicles: byVehicle(trips, fleet),
        summary: figuresOf(trips),
        days: tripsByDay(trips, days, dayOf),
        performance: summarizePerformance(performed),
        before: { summary: figuresOf(before), performance: performedBefore },
      }
    },
  }
}

/** Returns the city's day of a time, as YYYY-MM-DD. */
type DayOf = (time: string) => string

const split = (trips: readonly TripRow[], begin: string) => {
  const before = (trip: TripRow) => trip.trip_start < begin
  return [trips.filter(before), trips.filter((trip) => !before(trip))] as const
}

const sum = <T>(of: readonly T[], figure: (one: T) => number) => of.reduce((total, one) => total + figure(one), 0)

/**
 * Sums trips without rounding.
 * Callers round litres and km to thousandths, cedi and rates to hundredths.
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
    total_cost: roundToHundredth(cost),
    avg_cost_per_km: distance > 0 ? roundToHundredth(cost / distance) : null,
    total_trips: trips.length,
    total_fuel_consumed: roundToThousandth(litres),
    total_distance: roundToThousandth(distance),
  }
}

/**
 * Returns the fuel figures of each vehicle, sorted by vehicle id.
 * Includes archived vehicles that drove in the period.
 */
function byVehicle(trips: readonly TripRow[], fleet: readonly VehicleRow[]): FuelAnalytics['vehicles'] {
  const driven = Map.groupBy(trips, (trip) => trip.vehicle_id)
  const ids = new Set([...fleet.map(({ id }) => id), ...driven.keys()])
  return [...ids].sort().map((vehicle_id) => {
    const own = driven.get(vehicle_id) ?? []
    const { litres, distance } = totalsOf(own)
    return { vehicle_id, ...figuresOf(own), efficiency_kmpl: litres > 0 ? roundToHundredth(distance / litres) : null }
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
      litres: roundToThousandth(litres),
      distance: roundToThousandth(distance),
      cost: roundToHundredth(cost),
    }
  })
}
