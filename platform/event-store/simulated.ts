/** Whether an event came of the simulated city, also years later: the log itself says so. */
import type { Recorded } from './event-store.ts'

export const isSimulated = ({ meta }: Pick<Recorded, 'meta'>): boolean => meta.simulated === true

/** The mark of a row whose event came of the simulated city; nothing otherwise. */
export const simulatedBy = (event: Pick<Recorded, 'meta'>): { simulated?: true } =>
  isSimulated(event) ? { simulated: true } : {}
