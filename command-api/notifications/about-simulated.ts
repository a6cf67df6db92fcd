/** Whether what somebody is told is of the simulated city's making, as the rows of what it is about say. */
import type { SystemCommand } from '#contract/system-commands.ts'
import type { ViewName, ZoneRow } from '#contract/tables.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Kernel } from '../kernel/kernel.ts'

type Subject = { view: ViewName; id: string }

function subjectOf(command: SystemCommand): Subject | undefined {
  switch (command.type) {
    case 'RaiseThresholdAlert':
      return { view: 'zones', id: command.zone }
    case 'TellWaiting':
      return { view: 'schedules', id: command.subject }
    case 'NotifyResident':
      return { view: command.kind === 'collected' ? 'reports' : 'schedules', id: command.subject }
    case 'NotifyRole': {
      const { siteId } = command.metadata
      return typeof siteId === 'string' ? { view: 'sites', id: siteId } : undefined
    }
    default:
      return undefined
  }
}

/** The mark for what a command leads to; nothing where it is about nothing simulated. */
export async function aboutSimulated(kernel: Kernel, command: SystemCommand): Promise<{ simulated?: true }> {
  const subject = subjectOf(command)
  if (!subject) return {}
  const rows = await kernel.rows.upToNow(subject.view)
  const [row] = await rows.get<Row & { simulated?: boolean; simulatedIds?: ZoneRow['simulatedIds'] }>(subject.view, [
    subject.id,
  ])
  // A zone's own mark says whether the city is switched on: its open reports say whose they are.
  const simulated = subject.view === 'zones' ? row?.simulatedIds?.some((ids) => ids.length > 0) : row?.simulated
  return simulated ? { simulated } : {}
}
