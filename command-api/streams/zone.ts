/** A zone: opened once under its name and code, placed on the map, perhaps closed. Its stream says whether it is open. */

import { type Rejection, reject } from '#contract/door/problems.ts'
import type { EventData } from '#contract/events.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Zone } from '#rules/city.ts'
import { zoneText } from '#rules/zone-text.ts'
import { category } from '../kernel/category.ts'
import { loadFrom } from '../kernel/load.ts'

export interface ZoneState {
  /** As it was opened, with its present place; undefined before. */
  opened?: Pick<EventData<'ZoneOpened'>, 'zoneId' | 'code' | 'customers' | 'centre' | 'outline'>
  closed: boolean
  /** Its residents are being moved. */
  moving?: Pick<EventData<'ResidentsMoveBegun'>, 'moveId' | 'to'>
  /** Of a log from before zones were opened. */
  customers?: number
}

export const zoneAggregate = category<ZoneState, 'zone', Zone>(
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
  zoneText,
)

export const loadZone = (store: EventStore, zone: Zone): Promise<ZoneState> =>
  loadFrom(store, zoneAggregate.stream(zone), zoneAggregate)

type Opened = ZoneState & Required<Pick<ZoneState, 'opened'>>

/** Whether there is, or was, a zone of exactly this name. */
export const isZone = (state: ZoneState, zone: Zone): state is Opened => state.opened?.zoneId === zone
export const isOpen = (state: ZoneState, zone: Zone): state is Opened => isZone(state, zone) && !state.closed

const INVALID = 'Select a valid zone'
export const INVALID_ZONE = reject('bad-request', INVALID, { zone: INVALID })

/** Why nobody can be put into a zone, nor sent there: there is no such zone, or it is closed. */
export async function refuseZone(store: EventStore, zone: Zone): Promise<Rejection | undefined> {
  return isOpen(await loadZone(store, zone), zone) ? undefined : INVALID_ZONE
}

/** The code of a zone that was ever opened. */
export async function codeOf(store: EventStore, zone: Zone): Promise<string> {
  const { opened } = await loadZone(store, zone)
  if (!opened) throw new Error(`There is no zone ${zone}.`)
  return opened.code
}
