/** The charts of compositions, whose code comes after the figures stand; their places are kept until then. */
import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ShareBarsProps } from '#web/charts/share-bars.tsx'
import type { SharePieProps } from '#web/charts/share-pie.tsx'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { ErrorState } from '#web/components/states.tsx'

const Bars = lazy(async () => ({ default: (await import('#web/charts/share-bars.tsx')).ShareBars }))
const Pie = lazy(async () => ({ default: (await import('#web/charts/share-pie.tsx')).SharePie }))
/** Source and switch, below a drawing. */
const FOOT = 40

export const LazyBars = (props: ShareBarsProps) => (
  <Place height={props.height}>
    <Bars {...props} />
  </Place>
)

export const LazyPie = (props: SharePieProps) => (
  <Place height={props.height}>
    <Pie {...props} />
  </Place>
)

const failed = <ErrorState message="This chart could not be loaded." retry={() => window.location.reload()} />

/** A chart that can't be fetched must not take the rest of its card away. */
function Place({ height, children }: { height: number; children: ReactNode }) {
  return (
    <ErrorBoundary instead={failed}>
      <Suspense fallback={<Skeleton height={height + FOOT} />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
