/** The deliveries, with a button that updates a site's composition. */

import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { Report } from '#contract/views.ts'
import { PageHead } from '#web/components/page-head.tsx'
import { PanelInSight } from '#web/components/panel-in-sight.tsx'
import { ScheduleCollectionButton } from '#web/features/collections/schedule/schedule-collection-button.tsx'
import { ActiveReports, type ReportTools } from '#web/features/reports/active-reports.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'
import classes from './dispatcher.module.css'
import {
  BoardMap,
  CollectSelected,
  ConfigurationButton,
  Deliveries,
  Detection,
  FleetGrid,
  MarkAllButton,
  MarkCollected,
  Notices,
  ReportToolbar,
} from './parts.ts'
import { Zones } from './zones.tsx'

/** Waste detection in photos, with the form that updates a site. */
const reportTools = (tools: ReportTools) => (
  <Suspense>
    <ReportToolbar {...tools} action={(reports, done) => <CollectSelected reports={reports} done={done} />} />
  </Suspense>
)

const markAll = (
  <Suspense fallback={<Skeleton width={168} height={30} />}>
    <MarkAllButton />
  </Suspense>
)

const markCollected = (report: Report, gone: boolean, place: 'row' | 'detail') => (
  <Suspense>
    <MarkCollected report={report} gone={gone} isStop={place === 'detail'} />
  </Suspense>
)

export function DispatcherDashboard() {
  useTitle('Dashboard')
  // The dispatcher's dashboard: everything urgent in one view, live.
  const isWide = useMediaQuery('(min-width: 90em)', false, { getInitialValueInEffect: false })
  const map = (
    <PanelInSight title="Live map" className={classes.map} height={isWide ? 240 : 360}>
      <BoardMap className={classes.map} />
    </PanelInSight>
  )
  return (
    <div className={classes.page}>
      <div className={classes.urgent}>
        <PageHead title="Operations Management Center" titleAlone>
          <FreshnessBadge />
          <div className={classes.actions}>
            <ScheduleCollectionButton variant="default" leftSection={<IconPlus size={18} aria-hidden="true" />}>
              Add Route
            </ScheduleCollectionButton>
            <Suspense fallback={<Skeleton width={119} height={44} />}>
              <ConfigurationButton />
            </Suspense>
          </div>
        </PageHead>
        <div className={classes.zones}>
          <Zones />
        </div>
        {isWide && map}
        <div className={classes.board}>
          <ActiveReports className={classes.reports} aside={markAll} tools={reportTools} action={markCollected} />
          <PanelInSight title="Fleet Management" className={classes.fleet} height={164}>
            <FleetGrid className={classes.fleet} />
          </PanelInSight>
          <PanelInSight title="Deliveries" className={classes.deliveries} height={96}>
            <Deliveries className={classes.deliveries} />
          </PanelInSight>
        </div>
      </div>
      <div className={`${classes.board} ${classes.further}`}>
        {!isWide && map}
        <PanelInSight title="Image-based Waste Detection" className={classes.detection} height={96}>
          <Detection className={classes.detection} />
        </PanelInSight>
        <PanelInSight title="Recent notifications" className={classes.notifications} height={112}>
          <Notices className={classes.notifications} />
        </PanelInSight>
      </div>
    </div>
  )
}
