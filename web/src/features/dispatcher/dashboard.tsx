/** The dispatcher's board: what is urgent in one view, all of it live. */
import type { Report } from '#contract/views.ts'
import { FreshnessBadge } from '#web/components/freshness-badge.tsx'
import { useTitle } from '#web/components/shell/title.ts'
import { MarkCollected } from '#web/features/collections/mark-collected.tsx'
import { FleetGrid } from '#web/features/fleet/fleet-grid.tsx'
import { NotificationsPanel } from '#web/features/notifications/notifications-panel.tsx'
import { ActiveReports } from '#web/features/reports/active-reports.tsx'
import { ZoneCards } from '#web/features/zones/zone-cards.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './dispatcher.module.css'

const markCollected = (report: Report) => <MarkCollected report={report} />

export function DispatcherDashboard() {
  useTitle('Dashboard')
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>Operations Management Center</h1>
        <FreshnessBadge />
      </div>
      <Zones />
      <div className={classes.board}>
        <ActiveReports className={classes.reports} action={markCollected} />
        <NotificationsPanel className={classes.notifications} />
        <FleetGrid className={classes.fleet} />
      </div>
    </div>
  )
}

function Zones() {
  const { rows, status } = useRoom('vehicles')
  const unknown = status === 'loading' || status === 'error'
  return <ZoneCards trucks={unknown ? null : rows.filter((vehicle) => vehicle.status === 'available').length} />
}
