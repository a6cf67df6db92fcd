/** The page Route Management: all routes (scheduled collections) and the map, live. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { NextStepButton, ScheduleCollectionButton } from '#web/features/dispatch/schedule-buttons.tsx'
import { type OpenRouteDialog, RouteDialogs, RoutesBoard } from '#web/features/routes/routes-board.tsx'
import { UpdateCompositionButton } from '#web/features/sites/update-composition.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead } from '#web/ui/page.tsx'
import classes from './dispatcher.module.css'

const RouteMap = lazyWithRetry(async () => (await import('./route-map.tsx')).RouteMap)

export function DispatcherRoutes() {
  const [dialog, turnTo] = useState<OpenRouteDialog>({ kind: null, id: '' })
  useTitle(t`Routes`)
  return (
    <div className={page.page}>
      <PageHead title={t`Route Management`}>
        <FreshnessBadge />
        <div className={classes.planningActions}>
          <UpdateCompositionButton />
          <ScheduleCollectionButton px="sm" leftSection={<IconPlus size={18} aria-hidden="true" />}>
            <Trans>Create New Route</Trans>
          </ScheduleCollectionButton>
        </div>
      </PageHead>
      <div className={classes.columns}>
        <RoutesBoard turnTo={turnTo} nextStep={(step) => <NextStepButton of="route" {...step} />} />
        <Suspense fallback={<Skeleton className={classes.planningMap} height={520} />}>
          <RouteMap className={classes.planningMap} turnTo={turnTo} />
        </Suspense>
      </div>
      <RouteDialogs dialog={dialog} turnTo={turnTo} />
    </div>
  )
}
