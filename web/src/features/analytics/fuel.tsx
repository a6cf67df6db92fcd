/** Fuel Analytics: litres and cost, in total, by day and by vehicle. */
import { IconGasStation } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { FuelAnalytics } from '#contract/views.ts'
import { DownloadButton } from '#web/ui/downloads.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import classes from './analytics.module.css'
import { cedi, cediPerKm, comparedWith, count, km, litres, type Period } from './analytics-words.ts'
import { useTripsCsvMutation } from './calls.ts'
import { ChartPlaceholder } from './chart-placeholder.tsx'
import { EmptyChart } from './empty-chart.tsx'
import { Figures } from './figures.tsx'
import { VehicleTable } from './vehicle-table.tsx'

const LitresByDay = lazyWithRetry(async () => (await import('./day-charts.tsx')).LitresByDay)
const CostByDay = lazyWithRetry(async () => (await import('./day-charts.tsx')).CostByDay)
const EfficiencyByDay = lazyWithRetry(async () => (await import('./day-charts.tsx')).EfficiencyByDay)
const LITRES = {
  title: 'Fuel by day',
  source: 'Source: logged trips, litres burnt; refuelling is not counted.',
}
const COST = { title: 'Fuel cost by day', source: 'Source: logged trips, at the price of their day.' }
const EFFICIENCY = { title: 'Fuel efficiency by day', source: 'Source: logged trips, distance ÷ fuel of a day.' }

interface FuelProps {
  analytics: FuelAnalytics | undefined
  period: Period
}

export function Fuel({ analytics, period }: FuelProps) {
  const summary = analytics?.summary
  const before = analytics?.before.summary
  const days = analytics?.days
  const since = (now: number | null | undefined, then: number | null | undefined) =>
    analytics ? comparedWith(now, then, analytics.period_days) : null
  /** Returns a figure of the summary with its comparison. */
  const figure = (
    key: keyof FuelAnalytics['summary'],
    name: string,
    note: string,
    write: (value: number | null | undefined) => string,
    course: (day: FuelAnalytics['days'][number]) => number | null,
  ) => ({
    name,
    note,
    value: summary && write(summary[key]),
    against: since(summary?.[key], before?.[key]),
    course: days?.map(course) ?? null,
  })
  const figures = [
    figure('total_fuel_consumed', 'Fuel', 'burnt on logged trips', litres, (day) => day.litres),
    figure('total_cost', 'Cost', 'of that fuel', cedi, ({ cost }) => cost),
    figure('total_distance', 'Distance', 'of logged trips', km, ({ distance }) => distance),
    figure('total_trips', 'Trips', 'collections and deliveries', count, ({ trips }) => trips),
    figure('avg_cost_per_km', 'Cost per km', 'on average', cediPerKm, ({ cost, distance }) =>
      distance > 0 ? cost / distance : null,
    ),
  ]
  const waiting = (
    <>
      <ChartPlaceholder {...LITRES} />
      <ChartPlaceholder {...COST} />
      <ChartPlaceholder {...EFFICIENCY} />
    </>
  )
  return (
    <>
      <Figures label="Fuel figures" figures={figures} />
      {summary?.total_trips === 0 ? (
        <EmptyChart title={LITRES.title} icon={IconGasStation} what="No trips in this period">
          Litres and cost appear here by day, as soon as a collection is completed or a trip is logged.
        </EmptyChart>
      ) : (
        <div className={classes.charts}>
          {analytics ? (
            <Suspense fallback={waiting}>
              <LitresByDay {...LITRES} days={analytics.days} />
              <CostByDay {...COST} days={analytics.days} />
              <EfficiencyByDay {...EFFICIENCY} days={analytics.days} />
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

/** Button that downloads the period's trips as a table for spreadsheets. */
function DownloadTrips({ period }: { period: Period }) {
  const [fetch, { isLoading }] = useTripsCsvMutation()
  return (
    <DownloadButton what="Trips" fetch={() => fetch({ period }).unwrap()} loading={isLoading} fz="xs" px="sm">
      Download trips
    </DownloadButton>
  )
}
