/** Whether an event came of the simulated city, also years later: the log itself says so. */
import type { RecordedEvent } from './event-store.ts'

/** Before events said so themselves, the city's commands could be told by their ids, and its trucks by who acted. */
const BEFORE = /^(live|seed\/demo)\//

export const isSimulated = ({ meta: { simulated, actor, commandId } }: Pick<RecordedEvent, 'meta'>): boolean =>
  simulated === true || actor === 'simulation' || BEFORE.test(commandId)

/** The mark of a row whose event came of the simulated city; nothing otherwise. */
export const simulatedBy = (event: Pick<RecordedEvent, 'meta'>): { simulated?: true } =>
  isSimulated(event) ? { simulated: true } : {}
