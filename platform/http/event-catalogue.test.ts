/** Tests the event catalogue: each event once, with stream, fields and sealed fields. */
import { expect, it } from 'vitest'
import { eventSchemas } from '#contract/events.ts'
import { createEventCatalogue, createEventCataloguePage } from './event-catalogue.ts'

const all = createEventCatalogue().flatMap(([category, events]) => events.map((event) => ({ category, ...event })))
const of = (type: string) => all.find((event) => event.type === type)

it('names every event once, and every stream holds some', () => {
  expect(all.map(({ type }) => type).sort()).toEqual(Object.keys(eventSchemas).sort())
  for (const [category, events] of createEventCatalogue()) expect(events.length, category).toBeGreaterThan(0)
  for (const { type, since } of all) expect(since, type).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

it('describes fields in words, and which are optional or sealed', () => {
  expect(of('IdentityReserved')).toEqual({
    category: 'identity',
    type: 'IdentityReserved',
    since: '2026-11-21',
    fields: [
      { name: 'userId', type: 'text', optional: false, sealed: false },
      { name: 'reservedAt', type: 'time', optional: false, sealed: false },
    ],
  })
  expect(of('CollectionScheduled')?.fields).toEqual(
    expect.arrayContaining([
      { name: 'cycle', type: 'whole number', optional: false, sealed: false },
      {
        name: 'plan',
        type: '{ reports: whole number, trips: whole number, km: number, litres: number }',
        optional: true,
        sealed: false,
      },
      { name: 'driver', type: 'sealed text', optional: true, sealed: true },
    ]),
  )
  const text = of('NotificationSent')?.fields.find(({ name }) => name === 'text')?.type
  expect(text).toMatch(/^\{ kind: "text", values: \{ title: text, message: text \} \} \| \{ kind: /)
  expect(of('SiteCompositionUpdated')?.fields.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'map to number',
      '"typed" | "llm" | "yolo"',
      'list of { deliveryId: text, vehicleId: text, weight?: number }',
    ]),
  )
  const sealed = all.flatMap(({ type, fields }) =>
    fields.filter((field) => field.sealed).map(({ name }) => `${type}.${name}`),
  )
  expect(sealed.sort()).toEqual([
    'AccountChanged.sealed',
    'AccountReassigned.sealedFacility',
    'AccountRegistered.sealed',
    'AccountRegistered.sealedFacility',
    'BinPlaced.sealed',
    'BinReportedFull.sealed',
    'CollectionScheduled.driver',
    'CompositionDisputed.sealed',
    'FindingMoved.sealed',
    'PeopleLookedUp.sealed',
    'PersonOpened.sealed',
    'PhoneLinked.sealed',
    'ReportReopened.sealed',
    'StopServed.sealedFix',
    'StopServed.sealedNote',
    'VehicleChanged.driver',
    'VehicleRegistered.driver',
  ])
})

it('is a page with every event, and nothing from outside', () => {
  const page = createEventCataloguePage()
  for (const { type } of all) expect(page).toContain(`<h3 id="${type}">`)
  expect(page).toContain('<h2>bin-{userId}</h2>')
  expect(page).toContain('&quot;typed&quot; | &quot;llm&quot; | &quot;yolo&quot;')
  expect(page).not.toMatch(/<script|https?:/)
})
