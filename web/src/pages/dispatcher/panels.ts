/** The board's panels beside the zones and the reports, in one file: they come when the first of them is about to be seen. */
export { FleetGrid } from '#web/features/fleet/fleet-grid.tsx'
export { NotificationsPanel } from '#web/features/notifications/notifications-panel.tsx'
export { BoardMap } from './board-map.tsx'
export { Deliveries } from './deliveries.tsx'
export { Detection } from './detection.tsx'
