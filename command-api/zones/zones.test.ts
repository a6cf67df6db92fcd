/** Tests that zones open once, move, and close only when empty. */

import { describe, expect, it } from 'vitest'
import { ChangeZoneBody, OpenZoneBody } from '#contract/commands.ts'
import type { EventOf } from '#contract/events.ts'
import { zoneAggregate } from '../aggregates/zone.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { changeZone } from './change-zone.ts'
import { type CloseZoneCommand, closeZone } from './close-zone.ts'
import { beginResidentsMove, endResidentsMove } from './move-residents.ts'
import { openZone, reserveZoneCode, zoneCodeAggregate } from './open-zone.ts'

const NOW_ISO = NOW.toISOString()

const TESHIE = {
  name: 'Teshie',
  code: 'TE',
  customers: 120,
  centre: { lat: 5.58, lng: -0.1 },
  distances: { WS001: 20.5 },
  openedBy: 'd1',
}

const zoneOpened = (of: Partial<typeof TESHIE> = {}): EventOf<'ZoneOpened'> => {
  const zone = { ...TESHIE, ...of }
  return createEvent('ZoneOpened', { zoneId: zone.name, ...zone, openedAt: NOW_ISO })
}
const zoneClosed = createEvent('ZoneClosed', { zoneId: 'Teshie', closedBy: 'd1', closedAt: NOW_ISO })

const configured = createEvent('ZoneConfigured', {
  zone: 'Teshie',
  totalCustomers: 9,
  changedBy: 'system',
  changedAt: NOW_ISO,
})

describe('OpenZone', () => {
  it('opens it', () => givenEvents(zoneAggregate, []).when(openZone, TESHIE).then([zoneOpened()]))
  it('opens one that a log knows from before zones were opened', () =>
    givenEvents(zoneAggregate, [configured]).when(openZone, TESHIE).then([zoneOpened()]))
  it('takes a name once, in whichever capitals', () => {
    const taken = { rejected: 'conflict', message: 'Zone Teshie already exists.' } as const
    givenEvents(zoneAggregate, [zoneOpened()]).when(openZone, TESHIE).then(taken)
    givenEvents(zoneAggregate, [zoneOpened()])
      .when(openZone, { ...TESHIE, name: 'TESHIE' })
      .then(taken)
    givenEvents(zoneAggregate, [zoneOpened(), zoneClosed])
      .when(openZone, { ...TESHIE, name: 'TESHIE' })
      .then(taken)
  })
  it('opens a closed one again, under the code that it had', () => {
    const again = { ...TESHIE, customers: 200 }
    givenEvents(zoneAggregate, [zoneOpened(), zoneClosed])
      .when(openZone, again)
      .then([zoneOpened({ customers: 200 })])
    givenEvents(zoneAggregate, [zoneOpened(), zoneClosed])
      .when(openZone, { ...TESHIE, code: 'TS' })
      .then({ rejected: 'conflict', message: 'Teshie keeps its earlier code TE.' })
  })
})

describe('ReserveZoneCode', () => {
  const reserved = (zoneId: string) => createEvent('ZoneCodeReserved', { code: 'TE', zoneId, reservedAt: NOW_ISO })
  const command = { code: 'TE', zoneId: 'Teshie' }
  it('gives a code to one zone for ever', () => {
    givenEvents(zoneCodeAggregate, [])
      .when(reserveZoneCode, command)
      .then([reserved('Teshie')])
    givenEvents(zoneCodeAggregate, [reserved('Teshie')])
      .when(reserveZoneCode, command)
      .then([])
    givenEvents(zoneCodeAggregate, [reserved('Tema')])
      .when(reserveZoneCode, command)
      .then({ rejected: 'conflict', message: 'Code TE belongs to Tema. Choose another.' })
  })
  it('takes it from a zone that was opened under another after all, or never', () =>
    givenEvents(zoneCodeAggregate, [reserved('Tema')])
      .when(reserveZoneCode, { ...command, lapsed: 'Tema' })
      .then([reserved('Teshie')]))
})

describe('a lapsed code', () => {
  it('is reserved again by its previous owner, so that nobody else can take it', () => {
    const reserved = createEvent('ZoneCodeReserved', { code: 'TE', zoneId: 'Teshie', reservedAt: NOW_ISO })
    givenEvents(zoneCodeAggregate, [reserved])
      .when(reserveZoneCode, { code: 'TE', zoneId: 'Teshie', lapsed: 'Teshie' })
      .then([reserved])
  })
})

describe('ChangeZone', () => {
  const command = { zoneId: 'Teshie', centre: { lat: 5.59, lng: -0.11 }, changedBy: 'd1' }
  it('moves it on the map', () =>
    givenEvents(zoneAggregate, [zoneOpened()])
      .when(changeZone, command)
      .then([createEvent('ZoneChanged', { ...command, changedAt: NOW_ISO })]))
  it('changes nothing where it lies there already', () =>
    givenEvents(zoneAggregate, [zoneOpened()])
      .when(changeZone, { ...command, centre: TESHIE.centre })
      .then([]))
  it('knows no zone that is closed, nor one in other capitals', () => {
    givenEvents(zoneAggregate, [zoneOpened(), zoneClosed]).when(changeZone, command).then({ rejected: 'not-found' })
    givenEvents(zoneAggregate, [zoneOpened()])
      .when(changeZone, { ...command, zoneId: 'TESHIE' })
      .then({ rejected: 'not-found' })
  })
})

describe('CloseZone', () => {
  const none = { residents: 0, reports: 0, collections: 0 }
  const command: CloseZoneCommand = { zoneId: 'Teshie', left: none, another: true, closedBy: 'd1' }
  it('closes it, once', () => {
    givenEvents(zoneAggregate, [zoneOpened()]).when(closeZone, command).then([zoneClosed])
    givenEvents(zoneAggregate, [zoneOpened(), zoneClosed]).when(closeZone, command).then([])
  })
  it.each([
    [{ ...none, residents: 1 }, '1 resident'],
    [{ residents: 1_200, reports: 3, collections: 0 }, '1,200 residents and 3 open reports'],
    [{ residents: 2, reports: 1, collections: 1 }, '2 residents, 1 open report and 1 collection'],
  ])('not with %j', (left, words) =>
    givenEvents(zoneAggregate, [zoneOpened()])
      .when(closeZone, { ...command, left })
      .then({ rejected: 'conflict', message: `Teshie can't be closed yet: it has ${words}.` }),
  )
  it('not the only one', () =>
    givenEvents(zoneAggregate, [zoneOpened()])
      .when(closeZone, { ...command, another: false })
      .then({ rejected: 'conflict' }))
})

describe('the move of all residents', () => {
  const move = { zoneId: 'Teshie', moveId: 'm1', to: 'Tema', begunBy: 'd1' }
  const begun = createEvent('ResidentsMoveBegun', { ...move, begunAt: NOW_ISO })
  const end = { zoneId: 'Teshie', moveId: 'm1', residents: 4 }
  const ended = createEvent('ResidentsMoved', { ...end, movedAt: NOW_ISO })
  it('begins, also out of a zone that is closed', () => {
    givenEvents(zoneAggregate, [zoneOpened()]).when(beginResidentsMove, move).then([begun])
    givenEvents(zoneAggregate, [zoneOpened(), zoneClosed]).when(beginResidentsMove, move).then([begun])
    givenEvents(zoneAggregate, [zoneOpened(), begun, ended]).when(beginResidentsMove, move).then([begun])
  })
  it('goes to one other zone at a time', () => {
    givenEvents(zoneAggregate, [zoneOpened()])
      .when(beginResidentsMove, { ...move, to: 'Teshie' })
      .then({ rejected: 'bad-request' })
    givenEvents(zoneAggregate, [zoneOpened(), begun])
      .when(beginResidentsMove, { ...move, to: 'Nima' })
      .then({ rejected: 'conflict' })
  })
  it('ends once', () => {
    givenEvents(zoneAggregate, [zoneOpened(), begun]).when(endResidentsMove, end).then([ended])
    givenEvents(zoneAggregate, [zoneOpened(), begun, ended]).when(endResidentsMove, end).then([])
    givenEvents(zoneAggregate, [zoneOpened(), begun])
      .when(endResidentsMove, { ...end, moveId: 'm0' })
      .then([])
  })
})

describe('what a form may say', () => {
  const form = { name: 'Teshie', code: 'te', customers: 1, centre: TESHIE.centre }
  it('takes a code in capitals and a name without double spaces', () =>
    expect(OpenZoneBody.parse({ ...form, name: ' Old  Fadama ' })).toMatchObject({ code: 'TE', name: 'Old Fadama' }))
  it.each([
    ['a code with a digit', { code: 'T1' }],
    ['a code of one letter', { code: 'T' }],
    ['a name with a dot', { name: 'St. Johns' }],
    ['no name', { name: ' ' }],
    ['a number for a name', { name: '12' }],
    ['a name that is too long as it is kept', { name: '\u0958'.repeat(31) }],
    ['no customers', { customers: 0 }],
    ['half a customer', { customers: 1.5 }],
    ['no place on earth', { centre: { lat: 91, lng: 0 } }],
    ['two corners', { outline: [TESHIE.centre, TESHIE.centre] }],
  ])('not %s', (_, wrong) => expect(OpenZoneBody.safeParse({ ...form, ...wrong }).success).toBe(false))
  it('changes the place alone', () =>
    expect(ChangeZoneBody.parse({ centre: TESHIE.centre, name: 'Tema' })).toEqual({ centre: TESHIE.centre }))
})
