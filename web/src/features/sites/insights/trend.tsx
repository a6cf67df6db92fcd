/** Trend Analysis: contents of the sites in the 30 days up to the latest record. */

import { IconChartLine } from '@tabler/icons-react'
import { Suspense, useRef } from 'react'
import { useCompositionDaysQuery } from '#web/features/sites/calls.ts'
import { useRefreshWith } from '#web/lib/feed/use-room.ts'
import { ExportButtons } from '#web/ui/downloads.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { daysCsv, fileName } from './exported.ts'
import classes from './insights.module.css'
import { siteQuery } from './insights-filter.ts'
import { LoadingText } from './loading-text.tsx'
import { trendDays } from './trend-days.ts'

const WeightByDay = lazyWithRetry(async () => (await import('./insight-charts.tsx')).WeightByDay)
const CompositionByDay = lazyWithRetry(async () => (await import('./insight-charts.tsx')).CompositionByDay)
const TITLE = 'Trend Analysis (30 Days)'

export interface TrendProps {
  siteId: string
  /** The site's name, or 'All Sites'. */
  where: string
  /** Returns a site's name. */
  nameOf(siteId: string): string
}

export function Trend({ siteId, where, nameOf }: TrendProps) {
  const { currentData, error, isFetching, refetch } = useCompositionDaysQuery(siteQuery(siteId), {
    refetchOnMountOrArgChange: true,
  })
  useRefreshWith('sites', refetch)
  const part = useRef<HTMLElement>(null)
  const days = trendDays(currentData?.days ?? [])
  const [first, last] = [days[0]?.date, days.at(-1)?.date]
  const loading = <LoadingText title="Analyzing Trends..." text="Processing historical data patterns" />
  return (
    <section ref={part} className={classes.section} aria-label={TITLE}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {TITLE}
          <span className={classes.note}>The 30 days up to the latest record · {where}</span>
        </h2>
        <SimulatedBadge of={days.find(({ simulated }) => simulated)} />
        {first && last && (
          <ExportButtons
            title={`${TITLE}, ${where}`}
            name={fileName('trend', where, first, last)}
            csv={() => daysCsv(where, days, nameOf)}
            part={part}
          />
        )}
      </div>
      {error && !currentData && !isFetching ? (
        <Panel title="Weight Trend and Composition Trend">
          <ErrorState message="The trend could not be fetched." retry={() => void refetch()} />
        </Panel>
      ) : !currentData ? (
        <Panel title="Weight Trend and Composition Trend" busy>
          {loading}
        </Panel>
      ) : days.length === 0 ? (
        <Panel title="Weight Trend and Composition Trend">
          <EmptyState icon={IconChartLine} title="No Trend Data Available">
            Insufficient historical data to generate trends.
          </EmptyState>
        </Panel>
      ) : (
        <Suspense fallback={loading}>
          <div className={classes.charts}>
            <WeightByDay title="Weight Trend" days={days} nameOf={nameOf} />
            <CompositionByDay title="Composition Trend" days={days} nameOf={nameOf} />
          </div>
        </Suspense>
      )}
    </section>
  )
}
