/** Outcomes of a stop: collected, or an exception with its code. */

export const STOP_OUTCOMES = ['collected', 'exception'] as const
export type StopOutcome = (typeof STOP_OUTCOMES)[number]

/** Codes of exceptions; an installation may use only some of them. */
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

/** Exceptions on the resident's side, during which the service clock stands still. */
const CLOCK_STOPPERS: readonly StopException[] = ['not-out', 'no-access', 'safety', 'no-payment']
export const stopsServiceClock = (exception: StopException | undefined) =>
  exception !== undefined && CLOCK_STOPPERS.includes(exception)

/** Position of a phone; accuracy in metres. */
export interface Fix {
  lat: number
  lon: number
  acc: number
}

/** Less accurate positions prove nothing. */
const MAX_ACCURACY_M = 100

/** Returns whether a position says where the phone was; 0,0 is what phones send without one. */
export const isUsableFix = ({ lat, lon, acc }: Fix) => (lat !== 0 || lon !== 0) && acc >= 0 && acc <= MAX_ACCURACY_M

/** Outcomes may arrive this long after the stop, in ms. */
export const LATE_OUTCOME_LIMIT_MS = 48 * 60 * 60_000
/** A phone's clock may place an outcome this long before the planned start, in ms. */
export const EARLY_OUTCOME_LIMIT_MS = 12 * 60 * 60_000
