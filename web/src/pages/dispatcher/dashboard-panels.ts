/**
 * Panels of the dashboard beside zones and reports, in one file.
 * They load when the first of them is about to scroll into view.
 */
export { FleetGrid } from '#web/features/fleet/fleet-grid.tsx'
export { NotificationsPanel } from '#web/features/notifications/notifications-panel.tsx'
export { BoardMap } from './board-map.tsx'
export { Deliveries } from './deliveries.tsx'
export { Detection } from './detection.tsx'
