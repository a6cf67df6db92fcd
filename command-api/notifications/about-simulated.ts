/**
 * Determines whether a notification is about simulated activity.
 * Reads the rows of the notification's subject, or the events of the reported bin.
 */
import type { InternalCommand, ResidentNotice } from '#contract/internal-commands.ts'
import type { ViewName, ZoneRow } from '#contract/tables.ts'
import { isSimulated } from '#platform/event-store/event-origin.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { binAggregate } from '../aggregates/bin.ts'
import type { Kernel } from '../kernel/kernel.ts'

type Subject = { view: ViewName; ids: readonly string[] }

function subjectOf(command: InternalCommand): Subject | undefined {
  switch (command.type) {
    case 'RaiseThresholdAlert':
      return { view: 'zones', ids: [command.zone] }
    case 'TellWaiting':
      return { view: 'schedules', ids: [command.subject] }
    case 'NotifyResident':
      return { view: 'schedules', ids: [command.subject] }
    case 'NotifyRole':
      return ofMetadata(command.metadata)
    default:
      return undefined
  }
}

const isOfReport = ({ kind }: ResidentNotice) =>
  kind === 'reported' || kind === 'collected' || kind === 'undone' || kind === 'left'

/**
 * Returns the rows that a notification is about: deliveries, a schedule or a report.
 * If it names none of these, returns its site.
 */
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

/**
 * Returns whether a report is simulated.
 * Reads the bin's stream, which has all events of the report.
 */
async function ofReport({ store }: Pick<Kernel, 'store'>, { userId, subject }: ResidentNotice): Promise<boolean> {
  const events = await store.readStream(binAggregate.stream(userId))
  return events.some((event) => (event.data as { reportId?: string }).reportId === subject && isSimulated(event))
}

type Marked = Row & { simulated?: boolean; simulatedIds?: ZoneRow['simulatedIds'] }

/** Returns `{ simulated: true }` for a command about simulated activity, otherwise `{}`. */
export async function readSimulatedMark(kernel: Kernel, command: InternalCommand): Promise<{ simulated?: true }> {
  if (command.type === 'NotifyResident' && isOfReport(command))
    return (await ofReport(kernel, command)) ? { simulated: true } : {}
  const subject = subjectOf(command)
  if (!subject) return {}
  const rows = await kernel.rows.upToNow(subject.view)
  const found = await rows.get<Marked>(subject.view, subject.ids)
  // If the notification is about a zone, checks whether the zone has open simulated reports.
  // The `simulated` flag of a zone's row only shows whether the simulation is on.
  const isOurs = (row: Readonly<Marked> | undefined) =>
    subject.view === 'zones' ? row?.simulatedIds?.some((ids) => ids.length > 0) : row?.simulated
  return found.some(isOurs) ? { simulated: true } : {}
}
