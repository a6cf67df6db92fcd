/**
 * The Recycling Analytics Dashboard, updated live.
 * Shows the day's figures, the compositions of sites, and savings.
 */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { Delivery, Site } from '#contract/views.ts'
import { combinedCompositionOf, recyclablePercentOf } from '#domain/materials.ts'
import { simulatedMarkOfRows } from '#domain/simulated-mark.ts'
import { IncomingTrucks } from '#web/features/deliveries/delivery-lists.tsx'
import { SummaryCards, todaysIntakeOf } from '#web/features/materials/materials.tsx'
import { TotalComposition } from '#web/features/sites/site-card.tsx'
import { useSession } from '#web/lib/api/session.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { initialsOf } from '#web/lib/format/names.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { prefetchChartCode } from '#web/ui/charts/share-charts.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import initials from '#web/ui/marks.module.css'
import { Badge, FreshnessBadge, SimulatedBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { DeferredContent } from '#web/ui/page.tsx'
import classes from './recycler.module.css'

/** Heights of the placeholders in px, equal to the content's. */
const HEIGHTS = { card: 164, incoming: 104, composition: 404, site: 486, impact: 460 }
/** Layout of the grid with the sites' cards. */
const SITES = { className: classes.sites, parts: ['first', 'second'] }

function DashboardSkeleton() {
  useEffect(prefetchChartCode, [])
  return (
    <div className={page.page} aria-busy="true">
      <Head title={t`Loading Dashboard`} lead={t`Fetching waste management data...`}>
        <FreshnessBadge live={t`Live Analytics`} />
      </Head>
      <div className={classes.figures}>
        {['processed', 'rate', 'energy'].map((card) => (
          <Skeleton key={card} height={HEIGHTS.card} />
        ))}
      </div>
      <Skeleton height={HEIGHTS.incoming} />
      <Skeleton height={HEIGHTS.composition} />
      <div className={SITES.className}>
        {SITES.parts.map((site) => (
          <Skeleton key={site} height={HEIGHTS.site} />
        ))}
      </div>
      <Skeleton height={HEIGHTS.impact} />
    </div>
  )
}

function DashboardError({ message, retry }: { message: string; retry(): void }) {
  return (
    <div className={classes.failed}>
      <VisuallyHidden component="h1">
        <Trans>Recycling Analytics Dashboard</Trans>
      </VisuallyHidden>
      <p className={classes.error} role="alert">
        {message}
      </p>
      <Button variant="default" onClick={retry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}

const Sites = lazyWithRetry(async () => (await import('./dashboard-sites.tsx')).DashboardSites)
const ImpactPanel = lazyWithRetry(async () => (await import('#web/features/materials/impact-panel.tsx')).ImpactPanel)

const MINUTE_MS = 60_000

export function RecyclerDashboard() {
  useTitle(t`Dashboard`)
  const sites = useRoom('sites')
  const deliveries = useRoom('deliveries')
  const failed = [sites, deliveries].filter(({ status }) => status === 'error')
  if (failed.length > 0) {
    return (
      <DashboardError
        message={failed[0]?.error ?? t`Failed to fetch waste sites`}
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
  const { timeZone } = useCitySettings()
  const today = todaysIntakeOf(deliveries, timeZone, useNow(MINUTE_MS))
  const composition = combinedCompositionOf(sites)
  return (
    <div className={page.page}>
      <Header sites={sites} simulated={simulatedMarkOfRows(sites, today.loads)} />
      <SummaryCards today={today} recyclingRate={composition && recyclablePercentOf(composition)} />
      <IncomingTrucks sites={sites} />
      <TotalComposition sites={sites} processedKg={Math.round(today.intake.kg)} />
      <DeferredContent height={HEIGHTS.site} grid={SITES}>
        <Sites sites={sites} deliveries={deliveries} today={today} live={live} />
      </DeferredContent>
      <DeferredContent height={HEIGHTS.impact}>
        <ImpactPanel today={today} simulated={simulatedMarkOfRows(today.loads)} />
      </DeferredContent>
    </div>
  )
}

interface HeaderProps {
  sites: readonly Site[]
  simulated: { simulated?: true | undefined }
}

/** Header of the recyclers' dashboard: user, number of sites and freshness. */
function Header({ sites, simulated }: HeaderProps) {
  return (
    <Head title={t`Recycling Analytics Dashboard`} lead={<Welcome />}>
      <SimulatedBadge of={simulated} />
      <Badge tone="plain">{plural({ sites: sites.length }, { one: '# Site Active', other: '# Sites Active' })}</Badge>
      <FreshnessBadge live={t`Live Analytics`} />
    </Head>
  )
}

function Welcome() {
  const { user } = useSession()
  const name = user?.name.trim() || t`Recycler`
  return (
    <Trans>
      Welcome, <span>{name}</span>
    </Trans>
  )
}

interface HeadProps {
  title: string
  lead: ReactNode
  children?: ReactNode
}

/**
 * Renders the page's head: the user's initials, a title and a line of text.
 * They have the same position in every state of the page.
 */
function Head({ title, lead, children }: HeadProps) {
  const { user } = useSession()
  return (
    <div className={classes.head}>
      <span className={initials.initials} aria-hidden="true">
        {initialsOf(user?.name ?? '') || 'RC'}
      </span>
      <div className={classes.titles}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
      </div>
      <div className={classes.badges}>{children}</div>
    </div>
  )
}
