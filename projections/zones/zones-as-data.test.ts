/** Tests opening, changing and closing zones, and their common values. */

import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { tableNameOf } from '#contract/tables.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { applyEventBatch } from '../runner/apply.ts'
import { givenEvents, toRecordedEvents } from '../runner/fixtures.ts'
import { zonesView } from './zones-view.ts'

const at = '2026-03-01T08:00:00.000Z'
const centre = { lat: 5.58, lng: -0.1 }
const opened = (zoneId: string, code: string, customers = 50): Event => ({
  type: 'ZoneOpened',
  data: { zoneId, name: zoneId, code, customers, centre, distances: {}, openedBy: 'd1', openedAt: at },
})
const thresholds = { recommendPercent: 60, smallZone: 10 }
const saved = (zone_customers: Record<string, { totalCustomers: number }> = {}): Event => ({
  type: 'ConfigurationChanged',
  data: {
    version: 1,
    configuration: { ...DEFAULT_CONFIGURATION, dumping_sites: [], thresholds, zone_customers },
    changes: [],
    changedBy: 'd1',
    changedAt: at,
  },
})
const mail: Event = { type: 'MailServerSet', data: { isSet: true, setAt: at } }
const closed: Event = { type: 'ZoneClosed', data: { zoneId: 'Teshie', closedBy: 'd1', closedAt: at } }
const begun: Event = {
  type: 'ResidentsMoveBegun',
  data: { zoneId: 'Teshie', moveId: 'm', to: 'Tema', begunBy: 'd1', begunAt: at },
}
const row = (...events: Event[]) => givenEvents(zonesView, events).row('Teshie')

describe('a zone', () => {
  it('is open with what it was opened with', async () =>
    expect(await row(opened('Teshie', 'TE'))).toMatchObject({ code: 'TE', totalCustomers: 50, centre, open: true }))

  it('has the thresholds and the mail server of the city, whichever came first', async () => {
    const wide = { thresholds, mailServer: true, unconfirmedRule: 'automatic' }
    expect(await row(opened('Teshie', 'TE'), saved(), mail)).toMatchObject(wide)
    expect(await row(saved(), mail, opened('Teshie', 'TE'))).toMatchObject(wide)
    expect(await row(saved(), opened('Teshie', 'TE'), mail)).toMatchObject(wide)
  })

  it('has its own customers of a saved configuration that names it, and keeps them otherwise', async () => {
    const all = [opened('Teshie', 'TE'), opened('Tema', 'TM', 70)]
    expect(await row(...all, saved({ Teshie: { totalCustomers: 80 } }))).toMatchObject({ totalCustomers: 80 })
    expect(await row(...all, saved({ Tema: { totalCustomers: 80 } }))).toMatchObject({ totalCustomers: 50 })
  })

  it('is moved on the map, closed, and opened again with its history', async () => {
    const moved: Event = {
      type: 'ZoneChanged',
      data: { zoneId: 'Teshie', centre: { lat: 1, lng: 2 }, changedBy: 'd1', changedAt: at },
    }
    expect(await row(opened('Teshie', 'TE'), moved)).toMatchObject({ centre: { lat: 1, lng: 2 } })
    expect(await row(opened('Teshie', 'TE'), begun)).toMatchObject({ movingTo: 'Tema', open: true })
    expect(await row(opened('Teshie', 'TE'), begun, closed)).toMatchObject({ open: false })
    const reported = {
      type: 'BinReportedFull',
      data: { reportId: 'u1.1', userId: 'u1', zone: 'Teshie', reportedAt: at },
    } as Event
    const again = await row(opened('Teshie', 'TE'), reported, closed, opened('Teshie', 'TE', 60))
    expect(again).toMatchObject({ open: true, totalCustomers: 60, openReports: 1, cycle: 1 })
  })
})

it('folds what is about every row the same, in one batch or in as many as there are events', async () => {
  const events = toRecordedEvents([opened('Teshie', 'TE'), saved(), opened('Tema', 'TM'), mail, closed, saved()])
  const [once, oneByOne] = [openMemoryReadStore(), openMemoryReadStore()]
  await applyEventBatch(once, tableNameOf('zones'), zonesView, events)
  for (const event of events) await applyEventBatch(oneByOne, tableNameOf('zones'), zonesView, [event])
  for (const event of events) await applyEventBatch(oneByOne, tableNameOf('zones'), zonesView, [event])
  const sorted = { sort: { id: 1 } } as const
  expect(await oneByOne.find(tableNameOf('zones'), sorted)).toEqual(await once.find(tableNameOf('zones'), sorted))
  expect(await once.count(tableNameOf('zones'))).toBe(3)
})
