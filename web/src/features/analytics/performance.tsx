/** Performance Overview: reports, collections and their speed, fuel efficiency, and the fleet's state. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconReport, IconTruckOff } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { FuelAnalytics, Vehicle } from '#contract/views.ts'
import { isRoomLoaded, useRoom } from '#web/lib/feed/use-room.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { FuelMeter, fuelPercent } from '#web/ui/marks.tsx'
import { Panel, useKeyboardScrollable } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './analytics.module.css'
import {
  activeRoutesNote,
  comparisonText,
  countTrucksByState,
  dailyEfficienciesOf,
  estimateActiveRoutes,
  formatCount,
  formatKm,
  formatKmPerLitre,
  fuelEfficiencyOf,
  truckStateLegend,
  waitDurationText,
} from './analytics.ts'
import { ChartPlaceholder, EmptyChart, KeyFigures } from './figures.tsx'

const ReportsByDay = lazyWithRetry(async () => (await import('./charts.tsx')).ReportsByDay)
const WaitByDay = lazyWithRetry(async () => (await import('./charts.tsx')).WaitByDay)
/** Texts that the charts and their placeholders share. */
const chartTexts = () => ({
  reports: {
    title: t`Reports and collections by day`,
    source: t`Source: residents’ reports and their collections.`,
  },
  wait: {
    title: t`Time to collection by day`,
    source: t`Source: median time from report to collection, by day of collection.`,
  },
})

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
    analytics ? comparisonText(now, then, analytics.period_days) : null
  /** Returns a performance figure, compared with the previous period. */
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
    figure('medianHours', t`Time to collection`, t`half were faster, half slower`, waitDurationText),
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
      note: activeRoutesNote(open, underWay),
    },
  ]
  return (
    <>
      <KeyFigures label={t`Performance figures`} figures={figures} />
      <ByDay performance={performance} />
    </>
  )
}

function ByDay({ performance }: { performance: FuelAnalytics['performance'] | undefined }) {
  const texts = chartTexts()
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

const ExportedBars = lazyWithRetry(async () => (await import('./charts.tsx')).ExportableBarChart)
const statesTexts = () => ({ title: t`Trucks by state`, source: t`Source: the fleet now, updated live.` })

/** Panel with the number of trucks per state and their fuel levels, updated live. */
export function FleetStatus() {
  const { rows, status, error, retry } = useRoom('vehicles')
  const states = statesTexts()
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

/** Returns a truck's fuel text, such as '20 % fuel · refuel now · 60.0 km range'. */
function fuelText(vehicle: Vehicle): string {
  const fuel = withUnit(fuelPercent(vehicle), '%')
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
                <b>{vehicle.id}</b> <span className={classes.note}>{truckStateLegend()[vehicle.status].label}</span>
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
