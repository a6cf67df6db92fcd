/**
 * Panels of the dispatcher's dashboard, except the panels of zones and reports.
 * The panels are in one file, which loads when the first panel is about to scroll into view.
 */
import { DetectionPanel } from '#web/features/analyses/detection-panel.tsx'
import { DeliveriesPanel } from '#web/features/deliveries/deliveries-panel.tsx'
import { MapPanel } from '#web/features/live-map/map-panel.tsx'
import { AnalysisForm, UpdateCompositionButton } from '#web/features/sites/update-composition.tsx'
import { ROUTES_PATH, scrollToPart, truckCardSelectorOf, zonePathOf } from './keyboard.ts'

export { FleetGrid } from '#web/features/fleet/fleet-grid.tsx'
export { NotificationsPanel } from '#web/features/notifications/notifications-panel.tsx'

/**
 * Map on the dashboard.
 * Zones link to reports, trucks to cards, sites to the full map.
 */
export function DashboardMap({ className }: { className?: string | undefined }) {
  return (
    <MapPanel
      className={className}
      targets={{
        zone: zonePathOf,
        site: ROUTES_PATH,
        truck:
          ({ truckId }) =>
          () =>
            scrollToPart(truckCardSelectorOf(truckId)),
      }}
    />
  )
}

/** Panel of deliveries, with a button that updates a site's composition. */
export function DashboardDeliveries({ className }: { className: string | undefined }) {
  return <DeliveriesPanel className={className} aside={<UpdateCompositionButton />} />
}

/** Panel that detects waste in photos, with the form that updates a site. */
export function DashboardDetection({ className }: { className: string | undefined }) {
  return <DetectionPanel className={className} update={(props) => <AnalysisForm {...props} />} />
}
