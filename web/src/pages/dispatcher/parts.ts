/** Lazy parts of the dashboard, one file per kind. */
import { part } from '#web/components/part.ts'

const actions = () => import('./board-parts.ts')
const panels = () => import('./panels.ts')

export const CollectSelected = part(async () => (await actions()).CollectSelected)
export const ConfigurationButton = part(async () => (await actions()).ConfigurationButton)
export const MarkAllButton = part(async () => (await actions()).MarkAllButton)
export const MarkCollected = part(async () => (await actions()).MarkCollected)
export const ReportToolbar = part(async () => (await actions()).ReportToolbar)
export const ScheduleAll = part(async () => (await actions()).ScheduleAll)
export const ZoneNext = part(async () => (await actions()).ZoneNext)
export const ZoneNotes = part(async () => (await actions()).ZoneNotes)

export const BoardMap = part(async () => (await panels()).BoardMap)
export const Deliveries = part(async () => (await panels()).Deliveries)
export const Detection = part(async () => (await panels()).Detection)
export const FleetGrid = part(async () => (await panels()).FleetGrid)
export const Notices = part(async () => (await panels()).NotificationsPanel)
