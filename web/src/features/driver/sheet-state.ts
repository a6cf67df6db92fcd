/**
 * Computes the driver's route sheet: the server's sheet, changed by newer actions.
 * Also contains stop texts: places, outcomes and unsent entries.
 */

import { plural, t } from '@lingui/core/macro'
import { comparePositions } from '#contract/feed/protocol.ts'
import { sortByNearestNeighbour } from '#domain/geography.ts'
import { pointOfPlace } from '#domain/plus-code.ts'
import { referenceOf } from '#domain/reference.ts'
import type { Coordinates } from '#domain/zones.ts'
import { getStopExceptionLabels } from '#web/lib/format/bins.ts'
import { formatTimeOfDay } from '#web/lib/format/times.ts'
import type { StoredSheet } from '#web/lib/outbox/action-store.ts'
import { isEntryWaiting } from '#web/lib/outbox/stored.ts'
import {
  type DriverAction,
  type DriverSheet,
  isOutcome,
  type OutcomeAction,
  presentStopIdOf,
  type Stop,
  type StoredAction,
  type UnsentActionCounts,
} from '#web/lib/outbox/stored-action.ts'

/**
 * A stop with the latest outcome recorded on this phone.
 * The outcome is added here until the server's route sheet includes it.
 */
export interface RouteSheetStop extends Stop {
  isUnsent?: boolean
  isRefused?: boolean
}

/**
 * Phase of the truck's shift.
 * `idle`: neither a collection nor a load.
 * `next trip`: a further collection was requested; its stops are unknown.
 */
export type ShiftPhase = 'no truck' | 'idle' | 'next trip' | 'planned' | 'collecting' | 'to site'

export interface RouteSheetState extends Omit<DriverSheet, 'stops'> {
  phase: ShiftPhase
  /** Id of the collection whose load is on its way. */
  loadOf?: string | undefined
  /** Stops of the collection, or of the load on its way. */
  stops: readonly RouteSheetStop[]
}

export const isStopServed = ({ collected, outcome }: Stop) => collected || outcome !== undefined

/**
 * Applies the driver's actions in order.
 * Refused actions only mark their stop.
 */
export function applyDriverActions(
  { sheet, carried, carriedFrom }: Pick<StoredSheet, 'sheet' | 'carried' | 'carriedFrom'>,
  actions: readonly StoredAction[],
) {
  const accepted = actions.filter(({ refusal }) => refusal === undefined)
  const phase = phaseOf(sheet)
  // While a truck is on its way to a site, shows the stops of its load, even if more collections are planned.
  const stops = markStops(phase === 'to site' ? carried : sheet.stops, actions)
  const shown = accepted.reduce(afterAction, { ...sheet, phase, stops, loadOf: carriedFrom } as RouteSheetState)
  const left = shown.stops.filter((stop) => !isStopServed(stop)).length
  const bins = shown.stops.filter(({ collected }) => collected).length
  return { ...shown, left, load: shown.load && { ...shown.load, bins } }
}

function phaseOf({ vehicleId, status, boundFor }: DriverSheet): ShiftPhase {
  if (vehicleId === undefined) return 'no truck'
  if (status === 'in-progress') return 'collecting'
  if (boundFor) return 'to site'
  return status === undefined ? 'idle' : 'planned'
}

function afterAction(shown: RouteSheetState, { did }: StoredAction): RouteSheetState {
  return did.kind === 'step' ? afterStep(shown, did) : shown
}

type Step = Extract<DriverAction, { kind: 'step' }>

function afterStep(shown: RouteSheetState, did: Step): RouteSheetState {
  const { phase } = shown
  const withoutRound = { ...shown, scheduleId: undefined, status: undefined }
  switch (did.step) {
    case 'takeVehicle':
      return phase === 'no truck' ? { ...shown, phase: 'idle', vehicleId: did.body.vehicleId } : shown
    case 'leaveVehicle':
    case 'endShift':
      return shown.vehicleId === did.vehicleId
        ? { ...withoutRound, phase: 'no truck', vehicleId: undefined, boundFor: undefined, stops: [], load: undefined }
        : shown
    case 'depart':
      return phase === 'planned' && shown.scheduleId === did.body.scheduleId
        ? { ...shown, phase: 'collecting', status: 'in-progress' }
        : shown
    case 'deliverLoad': {
      if (phase !== 'collecting' || shown.scheduleId !== did.scheduleId) return shown
      const isEmpty = !shown.stops.some(({ collected }) => collected)
      if (isEmpty) return { ...withoutRound, phase: 'idle', stops: [] }
      return { ...withoutRound, phase: 'to site', boundFor: shown.site?.id, loadOf: did.scheduleId }
    }
    case 'unloadTruck':
      return phase === 'to site' ? { ...withoutRound, phase: 'idle', boundFor: undefined, stops: [] } : shown
    case 'planNextTrip':
      return phase === 'idle' ? { ...shown, phase: 'next trip' } : shown
  }
}

/** Returns the stops, each with its last recorded outcome and place. */
function markStops(stops: readonly Stop[], actions: readonly StoredAction[]): RouteSheetStop[] {
  const last = new Map<string, OutcomeAction>()
  const places = new Map<string, Stop['place']>()
  for (const action of actions) {
    const { did } = action
    if (did.kind === 'place' && action.refusal === undefined) places.set(did.stopId, { lat: did.lat, lng: did.lng })
    // A reopened report gives the stop a new id.
    // Stores the outcome under both ids, because the driver's list may still have the old one.
    if (isOutcome(action))
      for (const id of [action.did.stopId, presentStopIdOf(actions, action.did.stopId)]) last.set(id, action)
  }
  return stops.map((known) => {
    const action = last.get(known.stopId)
    const place = places.get(known.stopId)
    const stop = place ? { ...known, place: { ...known.place, ...place } } : known
    if (!action) return stop
    if (action.refusal !== undefined) return { ...stop, isRefused: true }
    const { outcome, exception, at } = action.did.said
    const own = { outcome, exception, servedAt: at, collected: outcome === 'collected' }
    return { ...stop, ...own, ...(isEntryWaiting(action) && { isUnsent: true }) }
  })
}

/** A driver's route sheet from the server, with the log position that it reflects. */
export interface ServerRouteSheet {
  sheet: DriverSheet
  position: string
}

/**
 * Returns the route sheet to store after the server sent one.
 * Undefined if it sent an older one.
 * Stops of the truck's load stay, without personal data, until the load reaches its site.
 */
export function mergeReceivedSheet(
  before: StoredSheet | undefined,
  { sheet, position }: ServerRouteSheet,
  actions: readonly StoredAction[],
): Omit<StoredSheet, 'userId'> | undefined {
  if (!before) return { sheet, position, carried: [] }
  if (comparePositions(position, before.position) < 0) return undefined
  const { scheduleId, status, zone, vehicleId } = before.sheet
  const wasCollecting = status === 'in-progress'
  const hasEnded = wasCollecting && (sheet.scheduleId !== scheduleId || sheet.vehicleId !== vehicleId)
  const isOwnStep = actions.some(
    ({ did, refusal }) => refusal === undefined && did.kind === 'step' && endsRound(did, before.sheet),
  )
  const { stops } = applyDriverActions({ sheet: before.sheet, carried: [] }, actions.filter(isOutcome))
  // The driver expects the collection to end after their own step, or after the last bin.
  const isExpected = isOwnStep || stops.every(({ collected }) => collected)
  const [load, loadOf] = hasEnded ? [stops, scheduleId] : [before.carried, before.carriedFrom]
  return {
    sheet,
    position,
    carried: sheet.boundFor ? load.map(withoutPlace) : [],
    carriedFrom: sheet.boundFor && loadOf,
    order: before.order,
    endedZone: hasEnded && !isExpected ? zone : before.endedZone,
  }
}

/** The driver's order of stops, for a collection or its load. */
export interface StopOrder {
  order: readonly string[]
  scheduleId: string | undefined
}

/**
 * Returns the driver's stop list in the new order.
 * Returns it unchanged if the phone now has another collection.
 */
export function applyStopOrder(sheet: StoredSheet, { order, scheduleId }: StopOrder): StoredSheet {
  const isOfSheet = scheduleId === sheet.sheet.scheduleId || scheduleId === sheet.carriedFrom
  return isOfSheet ? { ...sheet, order } : sheet
}

const endsRound = (did: Step, { scheduleId, vehicleId }: DriverSheet) =>
  (did.step === 'deliverLoad' && did.scheduleId === scheduleId) ||
  ((did.step === 'endShift' || did.step === 'leaveVehicle') && did.vehicleId === vehicleId)

const withoutPlace = ({ place: _, note: __, ...stop }: Stop): Stop => stop

/**
 * Returns the stops' ids in the order of `order`.
 * New stops come last, so no shown row moves.
 */
export function keepStopOrder(stops: readonly Stop[], order: readonly string[]): string[] {
  const ids = stops.map(({ stopId }) => stopId)
  const known = new Set(order)
  const present = new Set(ids)
  return [...order.filter((id) => present.has(id)), ...ids.filter((id) => !known.has(id))]
}

/** Returns stop ids, each followed by the stop nearest to it. */
export const sortStopsNearestFirst = (stops: readonly Stop[], from: Coordinates): string[] =>
  sortByNearestNeighbour(stops, from, ({ place }) => pointOfPlace(place)).map(({ stopId }) => stopId)

/**
 * Moves an id by one place in the order.
 * Ids that are not in `movable` stay in place.
 */
export function moveStop(order: readonly string[], id: string, by: -1 | 1, movable: ReadonlySet<string>): string[] {
  const places = order.flatMap((each, n) => (movable.has(each) ? [n] : []))
  const at = places.findIndex((n) => order[n] === id)
  const [from, to] = [places[at], places[at + by]]
  if (from === undefined || to === undefined) return [...order]
  const next = [...order]
  const other = next[to]
  if (other === undefined) return next
  next[to] = id
  next[from] = other
  return next
}

/**
 * The driver's list of stops as displayed.
 * No row moves until the driver does something.
 */
export interface StopListState {
  /** The driver's stops when the stop list was computed. */
  of: readonly RouteSheetStop[]
  scheduleId: string | undefined
  /** The driver's stop order when this state was computed. */
  order: readonly string[]
  ids: readonly string[]
  /** Last state of each stop that was ever in this list, even if removed since. */
  known: ReadonlyMap<string, RouteSheetStop>
  gone: ReadonlySet<string>
  /** Times (epoch ms) of added or removed stops by id, for highlighting. */
  changedAt: Readonly<Record<string, number>>
}

interface Listing {
  stops: readonly RouteSheetStop[]
  scheduleId: string | undefined
  order: readonly string[] | undefined
}

/** Returns a new list in the driver's order, without removed stops. */
export function listStops({ stops, scheduleId, order = [] }: Listing): StopListState {
  const known = new Map(stops.map((stop) => [stop.stopId, stop]))
  return { of: stops, scheduleId, order, ids: keepStopOrder(stops, order), known, gone: new Set(), changedAt: {} }
}

/** Returns whether the list already shows the listing's stops in the listing's order. */
export const isListUpToDate = (list: StopListState, { stops, order }: Listing) =>
  list.of === stops && hasOrder(list, order)

const hasOrder = ({ order: listed }: StopListState, order: readonly string[] = []) =>
  listed === order || (listed.length === order.length && listed.every((id, n) => id === order[n]))

/**
 * Updates the driver's list of stops without moving rows: new stops come last.
 * Removed stops stay, marked as gone.
 * If another tab changed the order, lists the stops in the new order.
 */
export function updateStopList(before: StopListState, listing: Listing, now: number): StopListState {
  const { stops, scheduleId } = listing
  if (!hasOrder(before, listing.order)) return listStops(listing)
  // Starts a new list of stops for a new collection.
  if (scheduleId !== before.scheduleId && scheduleId !== undefined) return listStops(listing)
  const fresh = listStops(listing)
  const added = stops.filter(({ stopId }) => !before.known.has(stopId)).map(({ stopId }) => stopId)
  const gone = new Set(before.ids.filter((id) => !fresh.known.has(id)))
  const changed = [...added, ...[...gone].filter((id) => !before.gone.has(id))]
  return {
    ...before,
    of: stops,
    scheduleId,
    ids: [...before.ids, ...added],
    known: new Map([...before.known, ...fresh.known]),
    gone,
    changedAt: { ...before.changedAt, ...Object.fromEntries(changed.map((id) => [id, now])) },
  }
}

const shortReference = ({ reportId }: Stop) => referenceOf('report', reportId)

/**
 * Returns lines of text that say where a stop is.
 * Without an address or landmark, the line contains the stop's reference.
 */
export function stopPlaceLinesOf(stop: Stop): readonly [string, ...string[]] {
  const { digitalAddress, plusCode, landmark, lat } = stop.place ?? {}
  const reference = shortReference(stop)
  const lines = [digitalAddress, landmark, plusCode].filter((line): line is string => Boolean(line))
  const [first, ...others] = lines
  if (!first && lat !== undefined) return [t`Pin on the map (${reference})`]
  return first ? [first, ...others] : [t`Place not known (${reference})`]
}

export const stopPlaceTitleOf = (stop: Stop): string => stopPlaceLinesOf(stop)[0]

/** Describes a served stop in words; returns undefined while the stop is open. */
export function describeStopOutcome(stop: RouteSheetStop): string | undefined {
  const { collected, outcome, exception, servedAt } = stop
  if (!isStopServed(stop)) return undefined
  const time = servedAt ? formatTimeOfDay(servedAt) : ''
  if (outcome === undefined) return t`Marked as collected by a dispatcher`
  if (outcome === 'collected' || collected) return t`Collected ${time}`
  const reason = exception ? getStopExceptionLabels()[exception] : ''
  return t`Not collected ${time}: ${reason}`
}

/** Returns text such as 'Not sent yet: 7 stops, 2 photos', or ''. */
export function describeUnsentActions({ stops, photos, steps }: UnsentActionCounts): string {
  const parts = [
    stops > 0 && plural(stops, { one: '# stop', other: '# stops' }),
    photos > 0 && plural(photos, { one: '# photo', other: '# photos' }),
    steps > 0 && plural(steps, { one: '# step', other: '# steps' }),
  ]
  const list = parts.filter(Boolean).join(', ')
  return list && t`Not sent yet: ${list}`
}
