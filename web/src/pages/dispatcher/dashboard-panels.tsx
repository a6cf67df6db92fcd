/**
 * Panels of the dashboard other than zones and reports, in one file.
 * The file loads when the first of them is about to scroll into view.
 */
import { DetectionPanel } from '#web/features/analyses/detection-panel.tsx'
import { DeliveriesPanel } from '#web/features/schedules/deliveries/deliveries-panel.tsx'
import { MapPanel } from '#web/features/schedules/map/map-panel.tsx'
import { AnalysisForm } from '#web/features/sites/analysis-form.tsx'
import { UpdateCompositionButton } from '#web/features/sites/update-composition-button.tsx'
import { ROUTES_PATH, scrollToPart, truckCard, zoneAddress } from './keyboard.ts'

export { FleetGrid } from '#web/features/fleet/fleet-grid.tsx'
export { NotificationsPanel } from '#web/features/notifications/notifications-panel.tsx'

/**
 * The dashboard's map.
 * Zones link to their reports, trucks to their cards, sites to the page with the full map.
 */
export function BoardMap({ className }: { className?: string | undefined }) {
  return (
    <MapPanel
      className={className}
      targets={{
        zone: zoneAddress,
        site: ROUTES_PATH,
        truck:
          ({ truckId }) =>
          () =>
            scrollToPart(truckCard(truckId)),
      }}
    />
  )
}

/** The deliveries, with a button that updates a site's composition. */
export function Deliveries({ className }: { className: string | undefined }) {
  return <DeliveriesPanel className={className} aside={<UpdateCompositionButton />} />
}

/** Waste detection in photos, with the form that updates a site. */
export function Detection({ className }: { className: string | undefined }) {
  return <DetectionPanel className={className} update={(props) => <AnalysisForm {...props} />} />
}
