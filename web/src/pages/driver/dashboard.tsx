/** The first screen of drivers: their route sheet. */
import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTitle } from '#web/lib/hooks/page.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import classes from './dashboard.module.css'

/** Loads beside the first screen (web/first-screens.ts), which shows its frame meanwhile. */
const RouteSheet = lazyWithRetry(async () => (await import('#web/features/driver/route-sheet.tsx')).RouteSheet)

/** Geometry of the sheet: its head, the line of its state, the present stop. */
export function SheetSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label={t`Loading your route`}>
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
