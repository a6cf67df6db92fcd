/** Parts of the dashboard that load right after the first render, in one file. */

export { ReportToolbar } from '#web/features/reports/active/report-tools.tsx'
export { CollectSelected } from '#web/features/schedules/dispatch/collect-selected.tsx'
export { MarkAllButton } from '#web/features/schedules/dispatch/mark-all-button.tsx'
export { MarkCollected } from '#web/features/schedules/dispatch/mark-collected.tsx'
export { ScheduleAll } from '#web/features/schedules/plan/schedule-all.tsx'
export { ConfigurationButton } from '#web/features/settings/configuration-button.tsx'
export { ZoneActions as ZoneNext } from './zone-action.tsx'
export { ZoneNotes } from './zone-notes.tsx'
