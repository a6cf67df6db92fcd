/** Route Management: all routes, which are the scheduled collections, and the map, live. */

import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { part } from '#web/components/part.ts'
import { type RouteDialog, RouteDialogs } from '#web/features/collections/routes/route-dialogs.tsx'
import { RoutesBoard } from '#web/features/collections/routes/routes-board.tsx'
import { ScheduleCollectionButton } from '#web/features/collections/schedule/schedule-collection-button.tsx'
import { UpdateCompositionButton } from '#web/features/sites/update-composition-button.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'
import classes from './planning.module.css'

const RouteMap = part(async () => (await import('./route-map.tsx')).RouteMap)

export function DispatcherRoutes() {
  const [dialog, turnTo] = useState<RouteDialog>({ kind: null, id: '' })
  useTitle('Routes')
  return (
    <div className={page.page}>
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
