/** Performance Overview: reports and collections, their speed, and fuel efficiency. */

import { IconReport } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { FuelAnalytics } from '#contract/views.ts'
import { part } from '#web/components/part.ts'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './analytics.module.css'
import {
  activeRoutes,
  activeRoutesNote,
  against,
  count,
  efficiencies,
  efficiencyOf,
  kmPerLitre,
  lasting,
} from './analytics-words.ts'
import { ChartSpace } from './chart-space.tsx'
import { Figures } from './figures.tsx'
import { NoFigures } from './no-figures.tsx'

const ReportsByDay = part(async () => (await import('./day-charts.tsx')).ReportsByDay)
const WaitByDay = part(async () => (await import('./day-charts.tsx')).WaitByDay)
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
  const open = status === 'loading' || status === 'error' ? undefined : rows.length
  const schedules = useRoom('schedules')
  const areKnown = schedules.status !== 'loading' && schedules.status !== 'error'
  const underWay = areKnown ? schedules.rows.filter((route) => route.status === 'in-progress').length : undefined
  const performance = analytics?.performance
  const before = analytics?.before
  const days = performance?.days
  const since = (now: number | null | undefined, then: number | null | undefined) =>
    analytics ? against(now, then, analytics.period_days) : null
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
    figure('medianHours', 'Time to collection', 'median of the reports', lasting),
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
  if (!performance) return <ChartSpace {...REPORTS} />
  if (performance.reports === 0 && performance.collected === 0) {
    return (
      <NoFigures title={REPORTS.title} icon={IconReport} what="No reports in this period">
        Reports and collections appear here by day, as soon as a resident reports a full bin.
      </NoFigures>
    )
  }
  return (
    <div className={classes.charts}>
      <Suspense
        fallback={
          <>
            <ChartSpace {...REPORTS} />
            <ChartSpace {...WAIT} />
          </>
        }
      >
        <ReportsByDay {...REPORTS} days={performance.days} />
        <WaitByDay {...WAIT} days={performance.days} />
      </Suspense>
    </div>
  )
}
