/** Performance Overview: reports and collections, their speed, and fuel efficiency. */

import { IconReport } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { FuelAnalytics } from '#contract/views.ts'
import { isLoaded, useRoom } from '#web/lib/feed/use-room.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import classes from './analytics.module.css'
import {
  activeRoutes,
  activeRoutesNote,
  comparedWith,
  count,
  durationText,
  efficiencies,
  efficiencyOf,
  kmPerLitre,
} from './analytics-words.ts'
import { ChartPlaceholder } from './chart-placeholder.tsx'
import { EmptyChart } from './empty-chart.tsx'
import { Figures } from './figures.tsx'

const ReportsByDay = lazyWithRetry(async () => (await import('./day-charts.tsx')).ReportsByDay)
const WaitByDay = lazyWithRetry(async () => (await import('./day-charts.tsx')).WaitByDay)
const REPORTS = {
  title: 'Reports and collections by day',
  source: 'Source: residents’ reports and their collection, counted.',
}
const WAIT = {
  title: 'Time to collection by day',
  source: 'Source: from report to collection, the median of what was collected on a day.',
}

export function Performance({ analytics }: { analytics: FuelAnalytics | undefined }) {
  const { rows, status } = useRoom('active-reports')
  const open = isLoaded(status) ? rows.length : undefined
  const schedules = useRoom('schedules')
  const areKnown = isLoaded(schedules.status)
  const underWay = areKnown ? schedules.rows.filter((route) => route.status === 'in-progress').length : undefined
  const performance = analytics?.performance
  const before = analytics?.before
  const days = performance?.days
  const since = (now: number | null | undefined, then: number | null | undefined) =>
    analytics ? comparedWith(now, then, analytics.period_days) : null
  /** Returns a performance figure with its comparison. */
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
    figure('reports', 'Reports', 'made in the period', count),
    figure('collected', 'Collected', 'reports, in the period', count),
    figure('disputed', 'Said not collected', 'by residents, of collected reports', count),
    figure('medianHours', 'Time to collection', 'median of the reports', durationText),
    {
      name: 'Fuel Efficiency',
      value: analytics && kmPerLitre(efficiencyOf(analytics.summary)),
      note: 'distance ÷ fuel, logged trips',
      against: since(analytics && efficiencyOf(analytics.summary), before && efficiencyOf(before.summary)),
      course: analytics ? efficiencies(analytics.days) : null,
    },
    {
      name: 'Active Routes',
      value: open === undefined ? undefined : count(activeRoutes(open)),
      note: activeRoutesNote(open, underWay),
    },
  ]
  return (
    <>
      <Figures label="Performance figures" figures={figures} />
      <ByDay performance={performance} />
    </>
  )
}

function ByDay({ performance }: { performance: FuelAnalytics['performance'] | undefined }) {
  if (!performance) return <ChartPlaceholder {...REPORTS} />
  if (performance.reports === 0 && performance.collected === 0) {
    return (
      <EmptyChart title={REPORTS.title} icon={IconReport} what="No reports in this period">
        Reports and collections appear here by day, as soon as a resident reports a full bin.
      </EmptyChart>
    )
  }
  return (
    <div className={classes.charts}>
      <Suspense
        fallback={
          <>
            <ChartPlaceholder {...REPORTS} />
            <ChartPlaceholder {...WAIT} />
          </>
        }
      >
        <ReportsByDay {...REPORTS} days={performance.days} />
        <WaitByDay {...WAIT} days={performance.days} />
      </Suspense>
    </div>
  )
}
