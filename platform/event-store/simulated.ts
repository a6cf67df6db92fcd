/**
 * Whether the simulated city caused an event.
 * The log stores this for good.
 */
import type { Recorded } from './event-store.ts'

export const isSimulated = ({ meta }: Pick<Recorded, 'meta'>): boolean => meta.simulated === true

/** Returns the mark of a row whose event the simulated city caused, or an empty object. */
export const simulatedMarkOf = (event: Pick<Recorded, 'meta'>): { simulated?: true } =>
  isSimulated(event) ? { simulated: true } : {}
