/** The Recycling Analytics Dashboard: the day's figures, the sites' contents and the savings, live. */

import type { Delivery, Site } from '#contract/views.ts'
import { compositionOf, recyclingRate } from '#rules/materials.ts'
import { someSimulated } from '#rules/some-simulated.ts'
import { Later } from '#web/components/later.tsx'
import page from '#web/components/page.module.css'
import { part } from '#web/components/part.ts'
import { IncomingTrucks } from '#web/features/deliveries/incoming-trucks.tsx'
import { SummaryCards } from '#web/features/materials/summary-cards.tsx'
import { todayOf } from '#web/features/materials/today.ts'
import { TotalComposition } from '#web/features/sites/total-composition.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { useCityWords } from '#web/format/city-words.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { useTitle } from '#web/hooks/title.ts'
import { DashboardError, DashboardSkeleton, HEIGHTS, SITES } from './dashboard-states.tsx'
import { Header } from './header.tsx'

const Sites = part(async () => (await import('./dashboard-sites.tsx')).DashboardSites)
const ImpactPanel = part(async () => (await import('#web/features/materials/impact-panel.tsx')).ImpactPanel)

const MINUTE_MS = 60_000

export function RecyclerDashboard() {
  useTitle('Dashboard')
  const sites = useRoom('sites')
  const deliveries = useRoom('deliveries')
  const failed = [sites, deliveries].filter(({ status }) => status === 'error')
  if (failed.length > 0) {
    return (
      <DashboardError
        message={failed[0]?.error ?? 'Failed to fetch waste sites'}
        retry={() => {
          for (const room of failed) room.retry()
        }}
      />
    )
  }
  if (sites.status === 'loading' || deliveries.status === 'loading') return <DashboardSkeleton />
  const live = sites.status === 'live' && deliveries.status === 'live'
  return <Dashboard sites={sites.rows} deliveries={deliveries.rows} live={live} />
}

interface DashboardProps {
  sites: readonly Site[]
  deliveries: readonly Delivery[]
  live: boolean
}

function Dashboard({ sites, deliveries, live }: DashboardProps) {
  const { timeZone } = useCityWords()
  const today = todayOf(deliveries, timeZone, useNow(MINUTE_MS))
  const composition = compositionOf(sites)
  return (
    <div className={page.page}>
      <Header sites={sites} simulated={someSimulated(sites, today.loads)} />
      <SummaryCards today={today} recyclingRate={composition && recyclingRate(composition)} />
      <IncomingTrucks sites={sites} />
      <TotalComposition sites={sites} processedKg={Math.round(today.intake.kg)} />
      <Later height={HEIGHTS.site} grid={SITES}>
        <Sites sites={sites} deliveries={deliveries} today={today} live={live} />
      </Later>
      <Later height={HEIGHTS.impact}>
        <ImpactPanel today={today} simulated={someSimulated(today.loads)} />
      </Later>
    </div>
  )
}
