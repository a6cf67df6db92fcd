/** Performance Overview: what was reported and collected, how fast, and how far a litre took the fleet. */

import { IconReport } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { FuelAnalytics } from '#contract/views.ts'
import { part } from '#web/components/part.ts'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './analytics.module.css'
import { activeRoutes, against, count, efficiencies, efficiencyOf, kmPerLitre, lasting } from './analytics-words.ts'
import { ChartSpace } from './chart-space.tsx'
import { Figures } from './figures.tsx'
import { NoFigures } from './no-figures.tsx'

const ReportsByDay = part(async () => (await import('./day-charts.tsx')).ReportsByDay)
const WaitByDay = part(async () => (await import('./day-charts.tsx')).WaitByDay)
const TITLE = 'Reports and collections by day'
const WAIT = 'Time to collection by day'

export function Performance({ analytics }: { analytics: FuelAnalytics | undefined }) {
  const { rows, status } = useRoom('active-reports')
  const open = status === 'loading' || status === 'error' ? undefined : rows.length
  const performance = analytics?.performance
  const before = analytics?.before
  const days = performance?.days
  const since = (now: number | null | undefined, then: number | null | undefined) =>
    analytics && against(now, then, analytics.period_days)
  const figures = [
    {
      name: 'Reports',
      value: performance && count(performance.reports),
      note: 'made in the period',
      against: since(performance?.reports, before?.performance.reports),
      course: days?.map(({ reports }) => reports),
    },
    {
      name: 'Collected',
      value: performance && count(performance.collected),
      note: 'reports, in the period',
      against: since(performance?.collected, before?.performance.collected),
      course: days?.map(({ collected }) => collected),
    },
    {
      name: 'Said not collected',
      value: performance && count(performance.disputed),
      note: 'by residents, of collected reports',
      against: since(performance?.disputed, before?.performance.disputed),
      course: days?.map(({ disputed }) => disputed),
    },
    {
      name: 'Time to collection',
      value: performance && lasting(performance.medianHours),
      note: 'median of the reports',
      against: since(performance?.medianHours, before?.performance.medianHours),
      course: days?.map(({ medianHours }) => medianHours),
    },
    {
      name: 'Efficiency',
      value: analytics && kmPerLitre(efficiencyOf(analytics.summary)),
      note: 'distance ÷ fuel, logged trips',
      against: since(analytics && efficiencyOf(analytics.summary), before && efficiencyOf(before.summary)),
      course: analytics && efficiencies(analytics.days),
    },
    {
      name: 'Active Routes',
      value: open === undefined ? undefined : count(activeRoutes(open)),
      note: `an estimate, not trucks: ${count(open)} open reports ÷ 3`,
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
  if (!performance) return <ChartSpace title={TITLE} />
  if (performance.reports === 0 && performance.collected === 0) {
    return (
      <NoFigures title={TITLE} icon={IconReport} what="No reports in this period">
        Reports and collections appear here by day, as soon as a resident reports a full bin.
      </NoFigures>
    )
  }
  return (
    <div className={classes.charts}>
      <Suspense
        fallback={
          <>
            <ChartSpace title={TITLE} />
            <ChartSpace title={WAIT} />
          </>
        }
      >
        <ReportsByDay title={TITLE} days={performance.days} />
        <WaitByDay title={WAIT} days={performance.days} />
      </Suspense>
    </div>
  )
}
