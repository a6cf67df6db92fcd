/** Outcomes of a stop: collected, or an exception with its code. */

export const STOP_OUTCOMES = ['collected', 'exception'] as const
export type StopOutcome = (typeof STOP_OUTCOMES)[number]

/**
 * Codes of reasons why a driver could not empty a bin.
 * An installation may use only some of them.
 */
export const STOP_EXCEPTIONS = [
  'safety',
  'delay',
  'no-access',
  'damage',
  'overloaded',
  'extra-item',
  'special',
  'contamination',
  'service-review',
  'weight',
  'no-payment',
  'not-out',
] as const
export type StopException = (typeof STOP_EXCEPTIONS)[number]

/**
 * Reasons for a bin that was not emptied which the resident caused.
 * The report's waiting time then pauses until the bin is out again.
 */
const CLOCK_STOPPERS: readonly StopException[] = ['not-out', 'no-access', 'safety', 'no-payment']
export const isWaitingTimePaused = (exception: StopException | undefined) =>
  exception !== undefined && CLOCK_STOPPERS.includes(exception)

/** Position of a phone; `acc` is the accuracy in metres. */
export interface PhonePosition {
  lat: number
  lon: number
  acc: number
}

/**
 * Maximum uncertainty `acc` of a phone's position in metres.
 * Less accurate positions prove nothing.
 */
const MAX_ACCURACY_M = 100

/**
 * Returns whether a phone's position is valid and accurate enough to serve as proof.
 * Phones that do not know their position send 0,0.
 */
export const isUsablePosition = ({ lat, lon, acc }: PhonePosition) =>
  (lat !== 0 || lon !== 0) && acc >= 0 && acc <= MAX_ACCURACY_M

/** Maximum length of a driver's note. */
export const STOP_NOTE_LIMIT = 200

/** Maximum ms from a stop until the server gets its outcome. */
export const MAX_STOP_OUTCOME_AGE_MS = 48 * 60 * 60_000
/** Maximum time in ms by which an outcome may precede the planned start, because clocks differ. */
export const MAX_STOP_OUTCOME_LEAD_MS = 12 * 60 * 60_000
