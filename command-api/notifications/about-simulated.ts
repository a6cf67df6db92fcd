/** Whether what somebody is told is of the simulated city's making, as the rows of what it is about say. */
import type { ResidentNotice, SystemCommand } from '#contract/system-commands.ts'
import type { ViewName, ZoneRow } from '#contract/tables.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Kernel } from '../kernel/kernel.ts'

type Subject = { view: ViewName; ids: readonly string[] }

function subjectOf(command: SystemCommand): Subject | undefined {
  switch (command.type) {
    case 'RaiseThresholdAlert':
      return { view: 'zones', ids: [command.zone] }
    case 'TellWaiting':
      return { view: 'schedules', ids: [command.subject] }
    case 'NotifyResident':
      return { view: isOfReport(command) ? 'reports' : 'schedules', ids: [command.subject] }
    case 'NotifyRole':
      return ofMetadata(command.metadata)
    default:
      return undefined
  }
}

const isOfReport = ({ kind }: ResidentNotice) => kind === 'collected' || kind === 'undone'

/** The loads or the collection that it tells of; else the site, whose last composition says whose it is. */
function ofMetadata({
  reportId,
  deliveryIds,
  deliveryId,
  scheduleId,
  siteId,
}: Record<string, unknown>): Subject | undefined {
  const loads = [deliveryIds, deliveryId].flat().filter((id) => typeof id === 'string')
  if (loads.length > 0) return { view: 'deliveries', ids: loads }
  if (typeof scheduleId === 'string') return { view: 'schedules', ids: [scheduleId] }
  if (typeof reportId === 'string') return { view: 'reports', ids: [reportId] }
  return typeof siteId === 'string' ? { view: 'sites', ids: [siteId] } : undefined
}

type Marked = Row & { simulated?: boolean; simulatedIds?: ZoneRow['simulatedIds'] }

/** The mark for what a command leads to; nothing where it is about nothing simulated. */
export async function aboutSimulated(kernel: Kernel, command: SystemCommand): Promise<{ simulated?: true }> {
  const subject = subjectOf(command)
  if (!subject) return {}
  const rows = await kernel.rows.upToNow(subject.view)
  const found = await rows.get<Marked>(subject.view, subject.ids)
  // A zone's own mark says whether the city is switched on: its open reports say whose they are.
  const isOurs = (row: Readonly<Marked> | undefined) =>
    subject.view === 'zones' ? row?.simulatedIds?.some((ids) => ids.length > 0) : row?.simulated
  return found.some(isOurs) ? { simulated: true } : {}
}
