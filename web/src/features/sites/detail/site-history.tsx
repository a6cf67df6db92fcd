/** Historical Data: a site's load and composition over time. */
import { lazyWithRetry } from '#web/ui/lazy.ts'
import '#web/ui/input-styles.ts'
import { NativeSelect, Skeleton } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import type { CompositionDay } from '#contract/views.ts'
import { useCompositionDaysQuery } from '#web/features/sites/calls.ts'
import { useRefreshWith } from '#web/lib/feed/use-room.ts'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './detail.module.css'
import { SPANS, type Span } from './span.ts'

const charts = () => import('#web/features/sites/insights/insight-charts.tsx')
const WeightByDay = lazyWithRetry(async () => (await charts()).WeightByDay)
const CompositionByDay = lazyWithRetry(async () => (await charts()).CompositionByDay)
const MOST_DAYS = 366

export interface SiteHistoryProps {
  siteId: string
  span: Span
  choose(days: string): void
  /** Deliveries of the period. */
  children: ReactNode
}

export function SiteHistory({ siteId, span, choose, children }: SiteHistoryProps) {
  // Without an end: the date shift assigns a late record to tomorrow.
  const { currentData, error, isFetching, refetch } = useCompositionDaysQuery(
    { site_id: siteId, from: span.from, limit: MOST_DAYS },
    { refetchOnMountOrArgChange: true },
  )
  useRefreshWith('sites', refetch)
  const days = currentData?.days
  return (
    <section className={classes.history} aria-label="Historical Data">
      <div className={classes.head}>
        <h2 className={classes.title}>Historical Data</h2>
        <SimulatedBadge of={days?.find(({ simulated }) => simulated)} />
        <NativeSelect
          aria-label="Period"
          size="md"
          data={SPANS.map((each) => ({ value: String(each), label: `Last ${each} days` }))}
          value={String(span.days)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </div>
      {error && !days && !isFetching ? (
        <Panel title="Load and composition">
          <ErrorState message="What the site held could not be fetched." retry={() => void refetch()} />
        </Panel>
      ) : (
        <Charts days={days} />
      )}
      {children}
    </section>
  )
}

function Charts({ days }: { days: readonly CompositionDay[] | undefined }) {
  const waiting = (
    <div className={classes.charts}>
      {['Load over time', 'Composition over time'].map((title) => (
        <Panel key={title} title={title} busy>
          <Skeleton height={288} />
        </Panel>
      ))}
    </div>
  )
  if (!days) return waiting
  if (days.length === 0) {
    return (
      <Panel title="Load and composition">
        <EmptyState icon={IconChartLine} title="No records in this period">
          What the site held appears here with every analysis of its waste.
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Suspense fallback={waiting}>
      <div className={classes.charts}>
        <WeightByDay title="Load over time" days={days} />
        <CompositionByDay title="Composition over time" days={days} />
      </div>
    </Suspense>
  )
}
