/** The dispatcher's board: what is urgent in one view, all of it live. */

import { IconPlus } from '@tabler/icons-react'
import type { Report } from '#contract/views.ts'
import { PageHead } from '#web/components/page-head.tsx'
import { PanelInSight } from '#web/components/panel-in-sight.tsx'
import { part } from '#web/components/part.ts'
import { MarkAllButton } from '#web/features/collections/dispatch/mark-all-button.tsx'
import { MarkCollected } from '#web/features/collections/dispatch/mark-collected.tsx'
import { ScheduleCollectionButton } from '#web/features/collections/schedule/schedule-collection-button.tsx'
import { ActiveReports } from '#web/features/reports/active-reports.tsx'
import { ConfigurationButton } from '#web/features/settings/configuration-button.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useTitle } from '#web/hooks/title.ts'
import classes from './dispatcher.module.css'
import { Zones } from './zones.tsx'

const Deliveries = part(async () => (await import('./deliveries.tsx')).Deliveries)
const Detection = part(async () => (await import('./detection.tsx')).Detection)
const FleetGrid = part(async () => (await import('#web/features/fleet/fleet-grid.tsx')).FleetGrid)
const Notices = part(
  async () => (await import('#web/features/notifications/notifications-panel.tsx')).NotificationsPanel,
)

const markCollected = (report: Report, gone: boolean) => <MarkCollected report={report} gone={gone} />

export function DispatcherDashboard() {
  useTitle('Dashboard')
  return (
    <div className={classes.page}>
      <div className={classes.urgent}>
        <PageHead title="Operations Management Center" titleAlone>
          <FreshnessBadge />
          <div className={classes.actions}>
            <ScheduleCollectionButton variant="default" leftSection={<IconPlus size={18} aria-hidden="true" />}>
              Add Route
            </ScheduleCollectionButton>
            <ConfigurationButton />
          </div>
        </PageHead>
        <Zones />
        <div className={classes.board}>
          <ActiveReports className={classes.reports} aside={<MarkAllButton />} action={markCollected} />
          <PanelInSight title="Fleet Management" className={classes.fleet} height={164}>
            <FleetGrid className={classes.fleet} />
          </PanelInSight>
          <PanelInSight title="Deliveries" className={classes.deliveries} height={96}>
            <Deliveries className={classes.deliveries} />
          </PanelInSight>
        </div>
      </div>
      <div className={classes.board}>
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
