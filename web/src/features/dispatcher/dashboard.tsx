/** The dispatcher's board: what is urgent in one view, all of it live. */
import { IconPlus } from '@tabler/icons-react'
import type { Report } from '#contract/views.ts'
import { FreshnessBadge } from '#web/components/freshness-badge.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { useTitle } from '#web/components/shell/title.ts'
import { DeliveriesPanel } from '#web/features/collections/deliveries-panel.tsx'
import { MarkAllButton } from '#web/features/collections/mark-all-button.tsx'
import { MarkCollected } from '#web/features/collections/mark-collected.tsx'
import { ScheduleCollectionButton } from '#web/features/collections/schedule-collection-button.tsx'
import { SchedulerPanel } from '#web/features/collections/scheduler-panel.tsx'
import { FleetGrid } from '#web/features/fleet/fleet-grid.tsx'
import { ActiveReports } from '#web/features/reports/active-reports.tsx'
import { ConfigurationButton } from '#web/features/settings/configuration-button.tsx'
import { UpdateCompositionButton } from '#web/features/sites/update-composition-button.tsx'
import classes from './dispatcher.module.css'
import { Notices } from './notices.tsx'
import { Zones } from './zones.tsx'

const markCollected = (report: Report) => <MarkCollected report={report} />

export function DispatcherDashboard() {
  useTitle('Dashboard')
  return (
    <div className={classes.page}>
      <PageHead title="Operations Management Center" className={classes.title}>
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
        <SchedulerPanel className={classes.scheduler} />
        <ActiveReports className={classes.reports} aside={<MarkAllButton />} action={markCollected} />
        <DeliveriesPanel className={classes.deliveries} aside={<UpdateCompositionButton />} />
        <FleetGrid className={classes.fleet} />
        <Notices className={classes.notifications} />
      </div>
    </div>
  )
}
