/** Panels of the analytics dashboard: Performance Overview, fleet state, Fuel Analytics. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconGasStation, IconReport, IconTruckOff } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import type { FuelAnalytics, Vehicle } from '#contract/views.ts'
import { isRoomLoaded, useRoom } from '#web/lib/feed/use-room.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { DownloadButton } from '#web/ui/downloads.tsx'
import table from '#web/ui/figure-table.module.css'
import { ColumnHeads } from '#web/ui/figure-table.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { FuelMeter, fuelPercentOf } from '#web/ui/marks.tsx'
import { Panel, useKeyboardScrollable } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './analytics.module.css'
import {
  type AnalyticsPeriod,
  ChartPlaceholder,
  countTrucksByState,
  dailyEfficienciesOf,
  describeActiveRoutes,
  describeComparedFigures,
  EmptyChart,
  estimateActiveRoutes,
  formatCount,
  formatKm,
  formatKmPerLitre,
  formatLitres,
  formatMoney,
  formatMoneyPerKm,
  formatWaitDuration,
  fuelEfficiencyOf,
  getTruckStateLegend,
  KeyFigures,
  useTripsCsvMutation,
} from './analytics.tsx'

const ReportsByDay = lazyWithRetry(async () => (await import('./charts.tsx')).ReportsByDayChart)
const WaitByDay = lazyWithRetry(async () => (await import('./charts.tsx')).WaitByDayChart)

const ExportedBars = lazyWithRetry(async () => (await import('./charts.tsx')).ExportableBarChart)

const LitresByDay = lazyWithRetry(async () => (await import('./charts.tsx')).LitresByDayChart)
const CostByDay = lazyWithRetry(async () => (await import('./charts.tsx')).CostByDayChart)
const EfficiencyByDay = lazyWithRetry(async () => (await import('./charts.tsx')).EfficiencyByDayChart)

/** Texts that the charts and their placeholders share. */
const performanceChartTexts = () => ({
  reports: {
    title: t`Reports and collections by day`,
    source: t`Source: residents’ reports and their collections.`,
  },
  wait: {
    title: t`Time to collection by day`,
    source: t`Source: median time from report to collection, by day of collection.`,
  },
})

/** Performance Overview: reports, collections and their speed, and fuel efficiency. */
export function PerformanceSection({ analytics }: { analytics: FuelAnalytics | undefined }) {
  const { rows, status } = useRoom('active-reports')
  const open = isRoomLoaded(status) ? rows.length : undefined
  const schedules = useRoom('schedules')
  const areKnown = isRoomLoaded(schedules.status)
  const underWay = areKnown ? schedules.rows.filter((route) => route.status === 'in-progress').length : undefined
  const performance = analytics?.performance
  const before = analytics?.before
  const days = performance?.days
  const since = (now: number | null | undefined, then: number | null | undefined) =>
    analytics ? describeComparedFigures(now, then, analytics.period_days) : null
  /** Returns a performance figure of the period and its change from the previous period. */
  const figure = (
    key: 'reports' | 'collected' | 'disputed' | 'medianHours',
    name: string,
    note: string,
    write: (value: number | null | undefined) => string,
  ) => ({
    name,
    note,
    value: performance && write(performance[key]),
    against: since(performance?.[key], before?.performance[key]),
    course: days?.map((day) => day[key]) ?? null,
  })
  const figures = [
    figure('reports', t`Reports`, t`sent in this period`, formatCount),
    figure('collected', t`Collected`, t`reports in this period`, formatCount),
    figure('disputed', t`Disputed`, t`residents say: not collected`, formatCount),
    figure('medianHours', t`Time to collection`, t`half were faster, half slower`, formatWaitDuration),
    {
      name: t`Fuel Efficiency`,
      value: analytics && formatKmPerLitre(fuelEfficiencyOf(analytics.summary)),
      note: t`distance ÷ fuel, logged trips`,
      against: since(analytics && fuelEfficiencyOf(analytics.summary), before && fuelEfficiencyOf(before.summary)),
      course: analytics ? dailyEfficienciesOf(analytics.days) : null,
    },
    {
      name: t`Active Routes`,
      value: open === undefined ? undefined : formatCount(estimateActiveRoutes(open)),
      note: describeActiveRoutes(open, underWay),
    },
  ]
  return (
    <>
      <KeyFigures label={t`Performance figures`} figures={figures} />
      <PerformanceCharts performance={performance} />
    </>
  )
}

function PerformanceCharts({ performance }: { performance: FuelAnalytics['performance'] | undefined }) {
  const texts = performanceChartTexts()
  if (!performance) return <ChartPlaceholder {...texts.reports} />
  if (performance.reports === 0 && performance.collected === 0) {
    return (
      <EmptyChart title={texts.reports.title} icon={IconReport} what={t`No reports in this period`}>
        <Trans>Reports and collections by day appear here when a resident reports a full bin.</Trans>
      </EmptyChart>
    )
  }
  return (
    <div className={classes.charts}>
      <Suspense
        fallback={
          <>
            <ChartPlaceholder {...texts.reports} />
            <ChartPlaceholder {...texts.wait} />
          </>
        }
      >
        <ReportsByDay {...texts.reports} days={performance.days} />
        <WaitByDay {...texts.wait} days={performance.days} />
      </Suspense>
    </div>
  )
}
const truckStatesTexts = () => ({ title: t`Trucks by state`, source: t`Source: the fleet now, updated live.` })

/** Panel with trucks per state and their fuel levels, updated live. */
export function FleetStatus() {
  const { rows, status, error, retry } = useRoom('vehicles')
  const states = truckStatesTexts()
  const fleet = rows.filter(({ archived }) => !archived)
  if (status === 'error') {
    return (
      <Panel title={states.title}>
        <ErrorState message={error ?? t`Failed to load analytics data. Please try again.`} retry={retry} />
      </Panel>
    )
  }
  if (status !== 'loading' && fleet.length === 0) {
    return (
      <Panel title={states.title}>
        <EmptyState icon={IconTruckOff} title={t`No Fleet Data`}>
          <Trans>Vehicles appear here with their state and fuel as soon as one is registered.</Trans>
        </EmptyState>
      </Panel>
    )
  }
  return (
    <div className={classes.charts}>
      {status === 'loading' ? (
        <ChartPlaceholder {...states} />
      ) : (
        <Suspense fallback={<ChartPlaceholder {...states} />}>
          <ExportedBars {...states} category={t`State`} unit="trucks" data={countTrucksByState(fleet)} />
        </Suspense>
      )}
      <Panel title={t`Fuel levels`}>
        {status === 'loading' ? <Skeleton height={288} /> : <FuelLevels fleet={fleet} />}
      </Panel>
    </div>
  )
}

/** Returns text such as '20 % fuel · refuel now · 60.0 km range'. */
function fuelText(vehicle: Vehicle): string {
  const fuel = withUnit(fuelPercentOf(vehicle), '%')
  const range = formatKm(vehicle.estimated_range_km)
  return vehicle.needs_refuel ? t`${fuel} fuel · refuel now · ${range} range` : t`${fuel} fuel · ${range} range`
}

function FuelLevels({ fleet }: { fleet: readonly Vehicle[] }) {
  const scroller = useKeyboardScrollable<HTMLUListElement>()
  return (
    <ul {...scroller} className={classes.levels}>
      {fleet.map((vehicle) => {
        return (
          <li key={vehicle.id} data-vehicle={vehicle.id}>
            <p className={classes.level}>
              <span>
                <b>{vehicle.id}</b> <span className={classes.note}>{getTruckStateLegend()[vehicle.status].label}</span>
              </span>
              <span>{fuelText(vehicle)}</span>
            </p>
            <FuelMeter vehicle={vehicle} tick={25} />
          </li>
        )
      })}
    </ul>
  )
}
const fuelChartTexts = () => ({
  litres: { title: t`Fuel by day`, source: t`Source: logged trips. Refuelling is not counted.` },
  cost: { title: t`Fuel cost by day`, source: t`Source: logged trips, at the fuel price of each day.` },
  efficiency: { title: t`Fuel efficiency by day`, source: t`Source: logged trips, distance ÷ fuel of each day.` },
})

interface FuelSectionProps {
  analytics: FuelAnalytics | undefined
  period: AnalyticsPeriod
}

/** Fuel Analytics: litres and cost in total, by day and by vehicle. */
export function FuelSection({ analytics, period }: FuelSectionProps) {
  const summary = analytics?.summary
  const before = analytics?.before.summary
  const days = analytics?.days
  const since = (now: number | null | undefined, then: number | null | undefined) =>
    analytics ? describeComparedFigures(now, then, analytics.period_days) : null
  /** Returns a figure of the analytics summary, compared with the previous period. */
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
  const texts = fuelChartTexts()
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
function DownloadTrips({ period }: { period: AnalyticsPeriod }) {
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
