/** Fuel Analytics: litres and cost, in all, by day and by vehicle. */

import { IconGasStation } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { FuelAnalytics } from '#contract/views.ts'
import { part } from '#web/components/part.ts'
import classes from './analytics.module.css'
import { against, cedi, cediPerKm, count, km, litres, type Period } from './analytics-words.ts'
import { ChartSpace } from './chart-space.tsx'
import { DownloadTrips } from './download-trips.tsx'
import { Figures } from './figures.tsx'
import { NoFigures } from './no-figures.tsx'
import { VehicleTable } from './vehicle-table.tsx'

const LitresByDay = part(async () => (await import('./day-charts.tsx')).LitresByDay)
const CostByDay = part(async () => (await import('./day-charts.tsx')).CostByDay)
const LITRES = 'Fuel by day'
const EfficiencyByDay = part(async () => (await import('./day-charts.tsx')).EfficiencyByDay)
const COST = 'Fuel cost by day'
const EFFICIENCY = 'Efficiency by day'

interface FuelProps {
  analytics: FuelAnalytics | undefined
  period: Period
}

export function Fuel({ analytics, period }: FuelProps) {
  const summary = analytics?.summary
  const before = analytics?.before.summary
  const days = analytics?.days
  const since = (now: number | null | undefined, then: number | null | undefined) =>
    analytics && against(now, then, analytics.period_days)
  const figures = [
    {
      name: 'Fuel',
      value: summary && litres(summary.total_fuel_consumed),
      note: 'burnt on logged trips',
      against: since(summary?.total_fuel_consumed, before?.total_fuel_consumed),
      course: days?.map((day) => day.litres),
    },
    {
      name: 'Cost',
      value: summary && cedi(summary.total_cost),
      note: 'of that fuel',
      against: since(summary?.total_cost, before?.total_cost),
      course: days?.map((day) => day.cost),
    },
    {
      name: 'Distance',
      value: summary && km(summary.total_distance),
      note: 'of logged trips',
      against: since(summary?.total_distance, before?.total_distance),
      course: days?.map((day) => day.distance),
    },
    {
      name: 'Trips',
      value: summary && count(summary.total_trips),
      note: 'collections and deliveries',
      against: since(summary?.total_trips, before?.total_trips),
      course: days?.map((day) => day.trips),
    },
    {
      name: 'Cost per km',
      value: summary && cediPerKm(summary.avg_cost_per_km),
      note: 'on average',
      against: since(summary?.avg_cost_per_km, before?.avg_cost_per_km),
      course: days?.map(({ cost, distance }) => (distance > 0 ? cost / distance : null)),
    },
  ]
  const waiting = (
    <>
      <ChartSpace title={LITRES} />
      <ChartSpace title={COST} />
      <ChartSpace title={EFFICIENCY} />
    </>
  )
  return (
    <>
      <Figures label="Fuel figures" figures={figures} />
      {summary?.total_trips === 0 ? (
        <NoFigures title={LITRES} icon={IconGasStation} what="No trips in this period">
          Litres and cost appear here by day, as soon as a collection is completed or a trip is logged.
        </NoFigures>
      ) : (
        <div className={classes.charts}>
          {analytics ? (
            <Suspense fallback={waiting}>
              <LitresByDay title={LITRES} days={analytics.days} />
              <CostByDay title={COST} days={analytics.days} />
              <EfficiencyByDay title={EFFICIENCY} days={analytics.days} />
            </Suspense>
          ) : (
            waiting
          )}
        </div>
      )}
      <VehicleTable
        vehicles={analytics?.vehicles}
        aside={Boolean(summary?.total_trips) && <DownloadTrips period={period} />}
      />
    </>
  )
}
