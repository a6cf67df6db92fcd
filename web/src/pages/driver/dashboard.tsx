/** Start page of drivers, with the stops of their collection. */
import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTitle } from '#web/lib/hooks/page.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'

/**
 * The route sheet's code loads in parallel with the first screen (web/first-screens.ts).
 * A placeholder is shown until then.
 */
const RouteSheet = lazyWithRetry(async () => (await import('#web/features/driver/route-sheet.tsx')).RouteSheet)

/**
 * Layout of the placeholder shown while the route sheet loads.
 * It equals the route sheet's layout, whose styles load later.
 */
const SKELETON_STYLE = { display: 'grid', gap: 12, maxWidth: 640, margin: '0 auto', padding: 12 } as const

/** Placeholder of the route sheet: head, status line, current stop. */
function SheetSkeleton() {
  return (
    <div style={SKELETON_STYLE} role="status" aria-label={t`Loading your route`}>
      <Skeleton height={60} />
      <Skeleton height={32} />
      <Skeleton height={480} />
    </div>
  )
}

export function DriverDashboard() {
  useTitle(t`Route`)
  return (
    <Suspense fallback={<SheetSkeleton />}>
      <RouteSheet loading={<SheetSkeleton />} />
    </Suspense>
  )
}
