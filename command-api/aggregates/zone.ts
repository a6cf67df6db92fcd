/**
 * A zone: opened once with name and code, located, possibly closed.
 * The zone's stream decides whether it is open.
 */

import type { EventData } from '#contract/events.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import { zoneSlugOf } from '#domain/zones.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { defineAggregate } from '../kernel/category.ts'
import { loadState } from '../kernel/load.ts'

export interface ZoneState {
  /**
   * Data of the event ZoneOpened, with the zone's current location.
   * Undefined before that event.
   */
  opened?: Pick<EventData<'ZoneOpened'>, 'zoneId' | 'code' | 'customers' | 'centre' | 'outline'>
  closed: boolean
  /**
   * Move of the zone's residents to another zone.
   * Undefined unless one is in progress.
   */
  moving?: Pick<EventData<'ResidentsMoveBegun'>, 'moveId' | 'to'>
  /** Number of customers in logs from before the event ZoneOpened existed. */
  customers?: number
}

export const zoneAggregate = defineAggregate<ZoneState, 'zone', Zone>(
  'zone',
  { closed: false },
  {
    ZoneConfigured: (state, { totalCustomers: customers }) => ({ ...state, customers }),
    ZoneOpened: (state, opened) => ({ ...state, opened, closed: false }),
    ZoneChanged: (state, { centre, outline }) => ({
      ...state,
      opened: state.opened && { ...state.opened, centre, outline },
    }),
    ZoneClosed: (state) => ({ ...state, closed: true, moving: undefined }),
    ResidentsMoveBegun: (state, moving) => ({ ...state, moving }),
    ResidentsMoved: (state) => ({ ...state, moving: undefined }),
  },
  zoneSlugOf,
)

export const loadZone = (store: EventStore, zone: Zone): Promise<ZoneState> =>
  loadState(store, zoneAggregate.stream(zone), zoneAggregate)

type OpenedZoneState = ZoneState & Required<Pick<ZoneState, 'opened'>>

/** Returns whether a zone of exactly this name exists or existed. */
export const hasZoneEverOpened = (state: ZoneState, zone: Zone): state is OpenedZoneState =>
  state.opened?.zoneId === zone
export const isZoneOpen = (state: ZoneState, zone: Zone): state is OpenedZoneState =>
  hasZoneEverOpened(state, zone) && !state.closed

const INVALID = msg`Select a valid zone`
export const INVALID_ZONE_REJECTION = reject('bad-request', INVALID, { zone: INVALID })

/** Returns a refusal if the zone does not exist or is closed. */
export async function refuseClosedZone(store: EventStore, zone: Zone): Promise<Rejection | undefined> {
  return isZoneOpen(await loadZone(store, zone), zone) ? undefined : INVALID_ZONE_REJECTION
}

/** Returns the code of an open or closed zone. */
export async function loadZoneCode(store: EventStore, zone: Zone): Promise<string> {
  const { opened } = await loadZone(store, zone)
  if (!opened) throw new Error(`There is no zone ${zone}.`)
  return opened.code
}
