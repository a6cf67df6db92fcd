/** Route Management: the routes, which are the collections as scheduled, and the map they are driven on; all of it live. */
import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FreshnessBadge } from '#web/components/freshness-badge.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { useTitle } from '#web/components/shell/title.ts'
import { ScheduleCollectionButton } from '#web/features/collections/schedule-collection-button.tsx'
import { type RouteDialog, RouteDialogs } from '#web/features/routes/route-dialogs.tsx'
import { RoutesBoard } from '#web/features/routes/routes-board.tsx'
import { UpdateCompositionButton } from '#web/features/sites/update-composition-button.tsx'
import classes from './planning.module.css'

const RouteMap = lazy(async () => ({ default: (await import('#web/features/routes/route-map.tsx')).RouteMap }))

export function DispatcherRoutes() {
  const [dialog, turnTo] = useState<RouteDialog>({ kind: null, id: '' })
  useTitle('Routes')
  return (
    <div className={classes.page}>
      <PageHead title="Route Management">
        <FreshnessBadge />
        <div className={classes.actions}>
          <UpdateCompositionButton />
          <ScheduleCollectionButton px="sm" leftSection={<IconPlus size={18} aria-hidden="true" />}>
            Create New Route
          </ScheduleCollectionButton>
        </div>
      </PageHead>
      <div className={classes.columns}>
        <RoutesBoard turnTo={turnTo} />
        <Suspense fallback={<Skeleton height={520} />}>
          <RouteMap className={classes.map} turnTo={turnTo} />
        </Suspense>
      </div>
      <RouteDialogs dialog={dialog} turnTo={turnTo} />
    </div>
  )
}
