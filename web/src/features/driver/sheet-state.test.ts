/** Tests the route sheet with unsent actions: phases, stops, order, fixed rows. */
import { describe, expect, it } from 'vitest'
import type { DriverAction, DriverSheet, Stop, StopOutcomeBody, StoredAction } from '#web/lib/outbox/stored-action.ts'
import {
  applyDriverActions,
  applyStopOrder,
  isListUpToDate,
  keepStopOrder,
  listStops,
  mergeReceivedSheet,
  moveStop,
  sortStopsNearestFirst,
  updateStopList,
} from './sheet-state.ts'

const stop = (stopId: string, more: Partial<Stop> = {}): Stop => ({
  ...{ id: stopId, stopId, reportId: stopId, since: '2026-03-02T06:00:00Z', collected: false },
  ...more,
})
const sheet: DriverSheet = {
  vehicleId: 'T001',
  scheduleId: 'S1',
  status: 'in-progress',
  zone: 'Ayawaso West',
  version: 1,
  stops: [stop('a', { note: 'Blue gate', place: { landmark: 'Kiosk' } }), stop('b'), stop('c')],
  left: 3,
  load: { bins: 0, capacity: 10 },
  site: { id: 'WS001', name: 'South Dumping Site', location: 'Accra', coordinates: { lat: 5.5, lng: -0.2 } },
  exceptions: ['not-out'],
}
const collected: StopOutcomeBody = { outcome: 'collected', at: '2026-03-02T08:14:00Z' }
const left: StopOutcomeBody = { outcome: 'exception', exception: 'not-out', at: '2026-03-02T08:15:00Z' }
let place = 0
const action = (did: DriverAction, more: Partial<StoredAction> = {}): StoredAction => {
  place += 1
  return { key: `k${place}`, userId: 'kojo', madeAt: place, heldUntil: 0, place, did, ...more }
}
const outcome = (stopId: string, said: StopOutcomeBody, more?: Partial<StoredAction>) =>
  action({ kind: 'outcome', stopId, said }, more)
const round = { vehicleId: 'T001', scheduleId: 'S1' }
const deliver = action({ kind: 'step', step: 'deliverLoad', body: {}, ...round })
const shownWith = (of: DriverSheet, ...actions: StoredAction[]) =>
  applyDriverActions({ sheet: of, carried: [] }, actions)

describe('the shown sheet', () => {
  it('has the last unsent outcome of each stop, and counts with it', () => {
    const shown = shownWith(sheet, outcome('a', collected), outcome('b', collected), outcome('b', left))
    expect(shown).toMatchObject({ phase: 'collecting', left: 1, load: { bins: 1, capacity: 10 } })
    expect(shown.stops).toMatchObject([
      { outcome: 'collected', collected: true, isUnsent: true },
      { outcome: 'exception', exception: 'not-out', collected: false, isUnsent: true },
      { collected: false },
    ])
  })

  it('marks a refused outcome and keeps what the server says', () => {
    const shown = shownWith(sheet, outcome('a', collected, { refusal: 'No.' }))
    expect(shown.stops[0]).toMatchObject({ isRefused: true, collected: false })
    expect(shown.left).toBe(3)
  })

  it('knows a stop by both its ids while its report is opened again', () => {
    const sent = outcome('a', left, { sentAs: '9', renamedTo: 'a2' })
    expect(shownWith(sheet, sent).stops[0]).toMatchObject({ exception: 'not-out' })
    const newer = { ...sheet, stops: [stop('b'), stop('a2')] }
    expect(shownWith(newer, sent).stops[1]).toMatchObject({ exception: 'not-out' })
  })

  it('goes through a shift that is not sent yet', () => {
    const planned: DriverSheet = { ...sheet, status: 'scheduled' }
    const depart = action({ kind: 'step', step: 'depart', body: { scheduleId: 'S1' }, ...round })
    const unload = action({ kind: 'step', step: 'unloadTruck', body: {}, vehicleId: 'T001' })
    const next = action({ kind: 'step', step: 'planNextTrip', body: {}, vehicleId: 'T001' })
    const end = action({ kind: 'step', step: 'endShift', body: {}, vehicleId: 'T001' })
    const deeds = [depart, outcome('a', collected), deliver, unload, next, end]
    const phases = deeds.map((_, n) => shownWith(planned, ...deeds.slice(0, n + 1)).phase)
    expect(phases).toEqual(['collecting', 'collecting', 'to site', 'idle', 'next trip', 'no truck'])
    expect(shownWith(planned, ...deeds.slice(0, 3)).stops).toHaveLength(3)
  })

  it('has no load to bring when nothing was collected', () => {
    expect(shownWith(sheet, outcome('a', left), deliver)).toMatchObject({ phase: 'idle', stops: [] })
  })

  it('applies a step once: the sheet that includes it stays as it is', () => {
    const onTheWay: DriverSheet = { ...sheet, scheduleId: undefined, status: undefined, boundFor: 'WS001', stops: [] }
    expect(shownWith(onTheWay, deliver).phase).toBe('to site')
    const second: DriverSheet = { ...sheet, scheduleId: 'S2' }
    expect(shownWith(second, { ...deliver, sentAs: '5' }).phase).toBe('collecting')
  })

  it('takes a truck before the server knows', () => {
    const none: DriverSheet = { version: 0, stops: [], left: 0, exceptions: [] }
    const take = action({ kind: 'step', step: 'takeVehicle', body: { vehicleId: 'T002' } })
    expect(shownWith(none, take)).toMatchObject({ phase: 'idle', vehicleId: 'T002' })
    expect(shownWith(none, { ...take, refusal: 'It has a driver.' }).phase).toBe('no truck')
  })
})

describe('what the phone keeps', () => {
  const before = { userId: 'kojo', sheet, position: '10', carried: [] }
  const ended: DriverSheet = { ...sheet, scheduleId: undefined, status: undefined, stops: [], load: undefined }

  it('has the stops of a load until it is at its site, without places and words', () => {
    const actions = [outcome('a', collected, { sentAs: '11' }), { ...deliver, sentAs: '12' }]
    const kept = mergeReceivedSheet(before, { sheet: { ...ended, boundFor: 'WS001' }, position: '12' }, actions)
    expect(kept?.carried[0]).toEqual({ ...stop('a'), collected: true, outcome: 'collected', servedAt: collected.at })
    expect(kept).toMatchObject({ carriedFrom: 'S1', endedZone: undefined })
    const unloaded = mergeReceivedSheet({ ...before, ...kept }, { sheet: ended, position: '13' }, [])
    expect(unloaded?.carried).toEqual([])
  })

  it('says that somebody else ended the collection', () => {
    expect(mergeReceivedSheet(before, { sheet: ended, position: '12' }, [])?.endedZone).toBe('Ayawaso West')
    expect(
      mergeReceivedSheet(before, { sheet: { ...sheet, scheduleId: 'S2' }, position: '12' }, [])?.endedZone,
    ).toBeDefined()
    expect(mergeReceivedSheet(before, { sheet: ended, position: '12' }, [deliver])?.endedZone).toBeUndefined()
    const all = sheet.stops.map(({ stopId }) => outcome(stopId, collected, { sentAs: '11' }))
    expect(mergeReceivedSheet(before, { sheet: ended, position: '12' }, all)?.endedZone).toBeUndefined()
    const refused = { ...deliver, refusal: 'Your truck has no collection now.' }
    expect(mergeReceivedSheet(before, { sheet: ended, position: '12' }, [refused])?.endedZone).toBe('Ayawaso West')
  })

  it('is never older than what it has', () => {
    expect(mergeReceivedSheet(before, { sheet: ended, position: '9' }, [])).toBeUndefined()
  })
})

describe('the order', () => {
  it('is the driver’s, with new stops last', () => {
    expect(keepStopOrder(sheet.stops, ['c', 'gone', 'a'])).toEqual(['c', 'a', 'b'])
  })

  it('moves a stop past those that are done', () => {
    const movable = new Set(['a', 'c'])
    expect(moveStop(['a', 'b', 'c'], 'c', -1, movable)).toEqual(['c', 'b', 'a'])
    expect(moveStop(['a', 'b', 'c'], 'a', -1, movable)).toEqual(['a', 'b', 'c'])
  })

  it('can be the nearest next, with unknown places last', () => {
    const near = stop('near', { place: { lat: 5.6, lng: -0.2 } })
    const far = stop('far', { place: { lat: 5.9, lng: -0.2 } })
    expect(sortStopsNearestFirst([stop('unknown'), far, near], { lat: 5.6, lng: -0.2 })).toEqual([
      'near',
      'far',
      'unknown',
    ])
  })

  it('is listed anew if the driver sorted in another tab, and only then', () => {
    const listing = { stops: sheet.stops, scheduleId: 'S1', order: undefined }
    const list = listStops(listing)
    expect(isListUpToDate(list, listing)).toBe(true)
    const sorted = { ...listing, order: ['c', 'a', 'b'] }
    expect(isListUpToDate(list, sorted)).toBe(false)
    const again = updateStopList(list, sorted, 1_000)
    expect([again.ids, again.changedAt]).toEqual([['c', 'a', 'b'], {}])
    expect(isListUpToDate(again, { ...sorted, order: ['c', 'a', 'b'] })).toBe(true)
  })

  it('belongs to one collection', () => {
    const stored = { userId: 'kojo', sheet, position: '10', carried: [], carriedFrom: 'S0' }
    const order = ['b', 'a', 'c']
    for (const scheduleId of ['S1', 'S0']) expect(applyStopOrder(stored, { order, scheduleId }).order).toEqual(order)
    expect(applyStopOrder(stored, { order, scheduleId: 'S9' })).toBe(stored)
  })

  it('stays in place when others change the sheet: new stops come last, lost ones stay, both marked', () => {
    const first = listStops({ stops: sheet.stops, scheduleId: 'S1', order: undefined })
    const stops = [stop('new'), stop('c'), stop('a', { collected: true })]
    const list = updateStopList(first, { stops, scheduleId: 'S1', order: undefined }, 1_000)
    expect(list.ids).toEqual(['a', 'b', 'c', 'new'])
    expect([...list.gone]).toEqual(['b'])
    expect(list.changedAt).toEqual({ b: 1_000, new: 1_000 })
    expect(list.known.get('a')?.collected).toBe(true)
    expect(updateStopList(list, { stops, scheduleId: 'S1', order: undefined }, 2_000).changedAt).toEqual(list.changedAt)
    const another = updateStopList(list, { stops: [stop('x')], scheduleId: 'S2', order: undefined }, 3_000)
    expect([another.ids, another.changedAt]).toEqual([['x'], {}])
  })
})
