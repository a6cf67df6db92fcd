/** Tells whether the simulated city caused an event. The log stores this mark for good. */
import type { RecordedFields } from './event-store.ts'

export const isSimulated = ({ meta }: Pick<RecordedFields, 'meta'>): boolean => meta.simulated === true

/** Returns the mark of a row whose event the simulated city caused, or an empty object. */
export const simulatedMarkOf = (event: Pick<RecordedFields, 'meta'>): { simulated?: true } =>
  isSimulated(event) ? { simulated: true } : {}
