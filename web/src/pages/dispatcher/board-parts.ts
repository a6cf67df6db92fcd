/** What the board needs right after its first sight, in one file: what is done about zones and with reports. */
export { CollectSelected } from '#web/features/collections/dispatch/collect-selected.tsx'
export { MarkAllButton } from '#web/features/collections/dispatch/mark-all-button.tsx'
export { MarkCollected } from '#web/features/collections/dispatch/mark-collected.tsx'
export { ScheduleAll } from '#web/features/collections/plan/schedule-all.tsx'
export { ReportToolbar } from '#web/features/reports/report-tools.tsx'
export { ConfigurationButton } from '#web/features/settings/configuration-button.tsx'
export { ZoneNext } from './zone-action.tsx'
export { ZoneNotes } from './zone-notes.tsx'
