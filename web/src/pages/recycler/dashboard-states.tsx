/** The recyclers' dashboard while there is nothing to show: still on its way, or why it does not come. */
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useEffect } from 'react'
import page from '#web/components/page.module.css'
import { prefetchCharts } from '#web/features/sites/lazy-charts.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { Head } from './header.tsx'
import classes from './recycler.module.css'

/** As high as what will stand there. */
const CARD = 164
const COMPOSITION = 404
const SITE = 486
const IMPACT = 460

export function DashboardSkeleton() {
  useEffect(prefetchCharts, [])
  return (
    <div className={page.page} aria-busy="true">
      <Head title="Loading Dashboard" lead="Fetching waste management data...">
        <FreshnessBadge live="Live Analytics" />
      </Head>
      <div className={classes.figures}>
        {['processed', 'rate', 'energy'].map((card) => (
          <Skeleton key={card} height={CARD} />
        ))}
      </div>
      <Skeleton height={COMPOSITION} />
      <div className={classes.sites}>
        <Skeleton height={SITE} />
        <Skeleton height={SITE} />
      </div>
      <Skeleton height={IMPACT} />
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
