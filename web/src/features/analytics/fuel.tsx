/** Fuel Analytics: litres and cost, in total, by day and by vehicle. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconGasStation, IconTruckOff } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import type { FuelAnalytics } from '#contract/views.ts'
import { DownloadButton } from '#web/ui/downloads.tsx'
import table from '#web/ui/figure-table.module.css'
import { ColumnHeads } from '#web/ui/figure-table.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './analytics.module.css'
import {
  comparisonText,
  formatCount,
  formatKm,
  formatKmPerLitre,
  formatLitres,
  formatMoney,
  formatMoneyPerKm,
  type Period,
} from './analytics.ts'
import { useTripsCsvMutation } from './calls.ts'
import { ChartPlaceholder, EmptyChart, KeyFigures } from './figures.tsx'

const LitresByDay = lazyWithRetry(async () => (await import('./charts.tsx')).LitresByDay)
const CostByDay = lazyWithRetry(async () => (await import('./charts.tsx')).CostByDay)
const EfficiencyByDay = lazyWithRetry(async () => (await import('./charts.tsx')).EfficiencyByDay)
/** Texts that the charts and their placeholders share. */
const chartTexts = () => ({
  litres: { title: t`Fuel by day`, source: t`Source: logged trips. Refuelling is not counted.` },
  cost: { title: t`Fuel cost by day`, source: t`Source: logged trips, at the fuel price of each day.` },
  efficiency: { title: t`Fuel efficiency by day`, source: t`Source: logged trips, distance ÷ fuel of each day.` },
})

interface FuelProps {
  analytics: FuelAnalytics | undefined
  period: Period
}

export function Fuel({ analytics, period }: FuelProps) {
  const summary = analytics?.summary
  const before = analytics?.before.summary
  const days = analytics?.days
  const since = (now: number | null | undefined, then: number | null | undefined) =>
    analytics ? comparisonText(now, then, analytics.period_days) : null
  /** Returns a figure of the summary, compared with the previous period. */
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
    figure('total_fuel_consumed', t`Fuel`, t`used on logged trips`, formatLitres, (day) => day.litres),
    figure('total_cost', t`Cost`, t`price of the fuel used`, formatMoney, ({ cost }) => cost),
    figure('total_distance', t`Distance`, t`driven on logged trips`, formatKm, ({ distance }) => distance),
    figure('total_trips', t`Trips`, t`collections and deliveries`, formatCount, ({ trips }) => trips),
    figure('avg_cost_per_km', t`Cost per km`, t`average of logged trips`, formatMoneyPerKm, ({ cost, distance }) =>
      distance > 0 ? cost / distance : null,
    ),
  ]
  const texts = chartTexts()
  const waiting = (
    <>
      <ChartPlaceholder {...texts.litres} />
      <ChartPlaceholder {...texts.cost} />
      <ChartPlaceholder {...texts.efficiency} />
    </>
  )
  return (
    <>
      <KeyFigures label={t`Fuel figures`} figures={figures} />
      {summary?.total_trips === 0 ? (
        <EmptyChart title={texts.litres.title} icon={IconGasStation} what={t`No trips in this period`}>
          <Trans>Litres and cost by day appear here when a collection is completed or a trip is logged.</Trans>
        </EmptyChart>
      ) : (
        <div className={classes.charts}>
          {analytics ? (
            <Suspense fallback={waiting}>
              <LitresByDay {...texts.litres} days={analytics.days} />
              <CostByDay {...texts.cost} days={analytics.days} />
              <EfficiencyByDay {...texts.efficiency} days={analytics.days} />
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
    <DownloadButton fetch={() => fetch({ period }).unwrap()} loading={isLoading} fz="xs" px="sm">
      {t`Download trips`}
    </DownloadButton>
  )
}

interface VehicleTableProps {
  vehicles: FuelAnalytics['vehicles'] | undefined
  /** Content beside the heading. */
  aside?: ReactNode
}

/** Table with the distance, fuel and cost of each vehicle. */
function VehicleTable({ vehicles, aside }: VehicleTableProps) {
  return (
    <Panel title={t`Fuel by vehicle`} aside={aside}>
      {!vehicles && <Skeleton height={200} />}
      {vehicles?.length === 0 && (
        <EmptyState icon={IconTruckOff} title={t`No Fleet Data`}>
          <Trans>Each vehicle appears here with its trips, fuel and cost.</Trans>
        </EmptyState>
      )}
      {vehicles && vehicles.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        <section className={table.scroll} aria-label={t`Fuel by vehicle, table`} tabIndex={0}>
          <table className={`${table.table} ${classes.trucks}`}>
            <ColumnHeads
              heads={[t`Vehicle`, t`Trips`, t`Distance`, t`Fuel`, t`Fuel efficiency`, t`Cost`, t`Cost per km`]}
            />
            <tbody>
              {vehicles.map((vehicle) => (
                <tr key={vehicle.vehicle_id}>
                  <th scope="row">{vehicle.vehicle_id}</th>
                  <td>{formatCount(vehicle.total_trips)}</td>
                  <td>{formatKm(vehicle.total_distance)}</td>
                  <td>{formatLitres(vehicle.total_fuel_consumed)}</td>
                  <td>{formatKmPerLitre(vehicle.efficiency_kmpl)}</td>
                  <td>{formatMoney(vehicle.total_cost)}</td>
                  <td>{formatMoneyPerKm(vehicle.avg_cost_per_km)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  )
}
