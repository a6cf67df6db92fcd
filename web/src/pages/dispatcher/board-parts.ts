/** Parts of the dashboard that load right after the first render, in one file. */
export { CollectSelected } from '#web/features/collections/dispatch/collect-selected.tsx'
export { MarkAllButton } from '#web/features/collections/dispatch/mark-all-button.tsx'
export { MarkCollected } from '#web/features/collections/dispatch/mark-collected.tsx'
export { ScheduleAll } from '#web/features/collections/plan/schedule-all.tsx'
export { ReportToolbar } from '#web/features/reports/report-tools.tsx'
export { ConfigurationButton } from '#web/features/settings/configuration-button.tsx'
export { ZoneNext } from './zone-action.tsx'
export { ZoneNotes } from './zone-notes.tsx'
