/** Loading and error states of the recyclers' dashboard. */
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useEffect } from 'react'
import { prefetchDrawings } from '#web/charts/share-charts.tsx'
import page from '#web/components/page.module.css'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { Head } from './header.tsx'
import classes from './recycler.module.css'

/** Heights of the final content, in px. */
export const HEIGHTS = { card: 164, incoming: 104, composition: 404, site: 486, impact: 460 }
/** Grid of the sites' cards. */
export const SITES = { className: classes.sites, parts: ['first', 'second'] }

export function DashboardSkeleton() {
  useEffect(prefetchDrawings, [])
  return (
    <div className={page.page} aria-busy="true">
      <Head title="Loading Dashboard" lead="Fetching waste management data...">
        <FreshnessBadge live="Live Analytics" />
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

export function DashboardError({ message, retry }: { message: string; retry(): void }) {
  return (
    <div className={classes.failed}>
      <VisuallyHidden component="h1">Recycling Analytics Dashboard</VisuallyHidden>
      <p className={classes.error} role="alert">
        {message}
      </p>
      <Button variant="default" mih={44} onClick={retry}>
        Retry
      </Button>
    </div>
  )
}
