/**
 * A driver's actions and their sending order.
 * The phone stores them until the server responds.
 */

import type { AnswerOf, BodyInputOf } from '#contract/endpoints.ts'
import { isEntryWaiting, isSendDelayed, type StoredEntry } from './stored.ts'

export type DriverSheet = AnswerOf<'driverSheet'>
export type Stop = DriverSheet['stops'][number]

/** A stop's outcome as it is sent. */
export type StopOutcomeBody = BodyInputOf<'serveStop'>

/** Commands for the steps of a shift, with their request bodies. */
export interface ShiftCommands {
  takeVehicle: { vehicleId: string }
  leaveVehicle: object
  depart: { scheduleId: string }
  deliverLoad: { scheduleId?: string }
  unloadTruck: { scheduleId?: string }
  planNextTrip: object
  endShift: { fuelLevel?: number; odometer?: number }
}
export type StepName = keyof ShiftCommands

/** Truck and collection to which a driver's action belongs. */
interface Round {
  vehicleId?: string | undefined
  scheduleId?: string | undefined
}

export type DriverAction =
  | { kind: 'outcome'; stopId: string; said: StopOutcomeBody }
  /**
   * Photo of a stop.
   * It is sent after the outcome with the key `of`.
   * The photo store contains the image.
   */
  | { kind: 'photo'; stopId: string; said: StopOutcomeBody; of: string }
  | { kind: 'place'; stopId: string; lat: number; lng: number }
  | { [N in StepName]: { kind: 'step'; step: N; body: ShiftCommands[N] } & Round }[StepName]

export interface StoredAction extends StoredEntry {
  did: DriverAction
  /** New id of the stop, if its report was reopened. */
  renamedTo?: string
  /**
   * Earlier unsent outcome of the same stop, replaced by this outcome.
   * Undo restores the earlier outcome.
   */
  replaces?: StoredAction | undefined
  /** The server refused the outcome's time; another time may be sent. */
  hasWrongTime?: true
  /** Number of times that this photo was uploaded so far. */
  uploads?: number
}

export type OutcomeAction = StoredAction & { did: Extract<DriverAction, { kind: 'outcome' }> }
export type PhotoAction = StoredAction & { did: Extract<DriverAction, { kind: 'photo' }> }
export const isOutcome = (action: StoredAction): action is OutcomeAction => action.did.kind === 'outcome'
export const isPhoto = (action: StoredAction): action is PhotoAction => action.did.kind === 'photo'

/**
 * Returns a stop's present id.
 * Its report may have been reopened repeatedly, each time under a new id.
 */
export function presentStopIdOf(actions: readonly StoredAction[], stopId: string): string {
  const isNext = ({ did, renamedTo = stopId }: StoredAction) =>
    renamedTo !== stopId && 'stopId' in did && did.stopId === stopId
  const renamed = actions.find(isNext)
  return renamed?.renamedTo ? presentStopIdOf(actions, renamed.renamedTo) : stopId
}

/**
 * Maximum number of stop outcomes in one request.
 * The number suits a slow network, and a shift needs only a few requests.
 */
const MAX_TOGETHER = 25

/**
 * Returns the actions to send now.
 * Outcomes of different stops go together, other actions alone and in order.
 * Nothing overtakes an outcome that can still be undone.
 * Photos go last.
 */
export function nextActionsToSend(entries: readonly StoredAction[], now: number): readonly StoredAction[] {
  const waiting = entries.filter(isEntryWaiting)
  const inOrder = waiting.filter((action) => !isPhoto(action))
  const [first] = inOrder
  if (!first)
    return waiting
      .filter(isPhoto)
      .filter((photo) => isReady(photo, entries))
      .slice(0, 1)
  if (isSendDelayed(first, now)) return []
  if (!isOutcome(first)) return [first]
  const seen = new Set<string>()
  const together: StoredAction[] = []
  for (const action of inOrder.slice(0, MAX_TOGETHER)) {
    if (!isOutcome(action) || isSendDelayed(action, now) || seen.has(action.did.stopId)) break
    seen.add(action.did.stopId)
    together.push(action)
  }
  return together
}

/** Returns whether the outcome that a photo proves was neither refused nor replaced. */
const isReady = (photo: PhotoAction, entries: readonly StoredAction[]) =>
  !entries.some(({ key, refusal }) => key === photo.did.of && refusal !== undefined) &&
  !replacementOutcomeOf(photo, entries)

/**
 * Returns the last recorded outcome of the stop to which a photo belongs.
 * Returns undefined if the photo was taken for this outcome.
 */
export function replacementOutcomeOf(
  { did }: PhotoAction,
  entries: readonly StoredAction[],
): OutcomeAction | undefined {
  const present = (stopId: string) => presentStopIdOf(entries, stopId)
  const last = entries.filter(isOutcome).findLast((outcome) => present(outcome.did.stopId) === present(did.stopId))
  return last && !saysSame(last.did.said, did.said) ? last : undefined
}

const saysSame = (a: StopOutcomeBody, b: StopOutcomeBody) => a.outcome === b.outcome && a.exception === b.exception

export interface UnsentActionCounts {
  stops: number
  photos: number
  /** Number of unsent actions other than stop outcomes and photos, such as taking a truck. */
  steps: number
}

/**
 * Counts the driver's actions that are not sent yet.
 * Several outcomes of one stop count once.
 */
export function countUnsent(actions: readonly StoredAction[]): UnsentActionCounts {
  const waiting = actions.filter(isEntryWaiting)
  const stops = new Set(waiting.filter(isOutcome).map(({ did }) => did.stopId)).size
  const photos = waiting.filter(isPhoto).filter((photo) => !replacementOutcomeOf(photo, actions)).length
  return { stops, photos, steps: waiting.filter((action) => !isOutcome(action) && !isPhoto(action)).length }
}
