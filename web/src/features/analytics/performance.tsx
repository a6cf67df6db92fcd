/** Performance Overview: what was reported and collected, how fast, and how far a litre took the fleet. */

import { IconReport } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { FuelAnalytics } from '#contract/views.ts'
import { part } from '#web/components/part.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { activeRoutes, count, efficiencyOf, hours, kmPerLitre } from './analytics-words.ts'
import { ChartSpace } from './chart-space.tsx'
import { Figures } from './figures.tsx'
import { NoFigures } from './no-figures.tsx'

const ReportsByDay = part(async () => (await import('./day-charts.tsx')).ReportsByDay)
const TITLE = 'Reports and collections by day'

export function Performance({ analytics }: { analytics: FuelAnalytics | undefined }) {
  const { rows, status } = useRoom('active-reports')
  const open = status === 'loading' || status === 'error' ? undefined : rows.length
  const performance = analytics?.performance
  const figures = [
    { name: 'Reports', value: performance && count(performance.reports), note: 'made in the period' },
    { name: 'Collected', value: performance && count(performance.collected), note: 'reports, in the period' },
    {
      name: 'Said not collected',
      value: performance && count(performance.disputed),
      note: 'by residents, of collected reports',
    },
    {
      name: 'Time to collection',
      value: performance && hours(performance.medianHours),
      note: 'median of the reports',
    },
    {
      name: 'Efficiency',
      value: analytics && kmPerLitre(efficiencyOf(analytics.summary)),
      note: 'distance ÷ fuel, logged trips',
    },
    {
      name: 'Active Routes',
      value: open === undefined ? undefined : count(activeRoutes(open)),
      note: `estimated: ${count(open)} open reports ÷ 3`,
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
    <Suspense fallback={<ChartSpace title={TITLE} />}>
      <ReportsByDay title={TITLE} days={performance.days} />
    </Suspense>
  )
}
