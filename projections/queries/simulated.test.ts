/** Tests that rows are marked as simulated, also in old logs. */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { tableNameOf, type ViewName, type ZoneRow } from '#contract/tables.ts'
import type { Envelope, RecordedEvent } from '#platform/event-store/event-store.ts'
import { upcast } from '#platform/event-store/upcast.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { projectionViews } from '../app.ts'
import { applyEventBatch } from '../runner/apply.ts'
import { toRecordedEvents } from '../runner/fixtures.ts'
import { toZoneCard } from '../zones/zones-view.ts'

const at = '2026-03-01T08:00:00.000Z'
const zone = 'Ablekuma North'
const vehicle = { make: 'Ford', model: 'Transit', type: 'side_loader', registrationNumber: 'GW-1' } as const
const events: Event[] = [
  {
    type: 'AccountRegistered',
    data: { userId: 'u1', role: 'resident', zone, sealed: 's', registeredAt: at },
  },
  {
    type: 'BinReportedFull',
    data: {
      reportId: 'u1.1',
      userId: 'u1',
      zone,
      sealed: 's',
      reportedAt: at,
      told: { reportedCount: 1, total: 1, threshold: 1 },
    },
  },
  {
    type: 'CollectionScheduled',
    data: {
      scheduleId: 'SCH-AN1-T1',
      vehicleId: 'T1',
      zone,
      cycle: 1,
      vehicle,
      siteId: 'WS001',
      reportsCount: 1,
      scheduledStart: at,
      estimatedCompletion: at,
      estimatedDistance: 1,
      estimatedFuel: 1,
      scheduledBy: 'd1',
      scheduledAt: at,
    },
  },
  {
    type: 'TruckDispatched',
    data: {
      dispatchId: 'COL-T1-1',
      vehicleId: 'T1',
      siteId: 'WS001',
      loads: [{ deliveryId: 'DEL-T1-1-AN', zone, reportIds: [], weight: 500 }],
      scheduleIds: [],
      leftIds: [],
      estimatedArrival: at,
      dispatchedBy: 'd1',
      dispatchedAt: at,
    },
  },
  {
    type: 'TripLogged',
    data: {
      tripId: 'TRIP-T1-1',
      vehicleId: 'T1',
      tripType: 'delivery',
      distance: 1,
      litres: 1,
      fuelLevel: 1,
      fuelCost: 1,
      tripStart: at,
      tripEnd: at,
      loggedBy: 'd1',
      loggedAt: at,
    },
  },
  {
    type: 'SiteCompositionUpdated',
    data: {
      siteId: 'WS001',
      number: 1,
      composition: { plastic: 100 },
      currentCapacity: 1,
      source: 'typed',
      arrived: [],
      crossed: false,
      updatedBy: 'r1',
      updatedAt: at,
    },
  },
  {
    type: 'NotificationSent',
    data: {
      notificationId: 'n1',
      audience: 'dispatcher',
      kind: 'threshold',
      text: { kind: 'text', values: { title: '', message: '' } },
      metadata: {},
      sentAt: at,
    },
  },
]
/** Earlier events of real people, so that their rows exist. */
const before: Event[] = [
  {
    type: 'SiteOpened',
    data: {
      siteId: 'WS001',
      name: 'North',
      location: '',
      coordinates: { lat: 0, lng: 0 },
      maxCapacity: 1000,
      currentCapacity: 0,
      composition: {},
      openedBy: 'd1',
      openedAt: at,
    },
  },
  {
    type: 'VehicleRegistered',
    data: {
      vehicleId: 'T1',
      ...vehicle,
      year: 2022,
      fuelEfficiency: 10,
      tankCapacity: 80,
      fuelLevel: 80,
      registeredBy: 'd1',
      registeredAt: at,
    },
  },
]
const MARKED = {
  accounts: 'u1',
  reports: 'u1.1',
  schedules: 'SCH-AN1-T1',
  deliveries: 'DEL-T1-1-AN',
  trips: 'TRIP-T1-1',
  vehicles: 'T1',
  sites: 'WS001',
  compositions: 'WS001-1',
  notifications: 'n1',
} as const

/** Returns the event in the form in which the log's readers get it. */
const asRead = (event: RecordedEvent) => upcast(event) as RecordedEvent

/**
 * Applies the events to all views, with the metadata `meta` on the tested events.
 * Returns which rows the views mark as simulated.
 */
async function marks(meta: Envelope, after: readonly Event[] = []) {
  const log = toRecordedEvents([...before, ...events, ...after]).map((event, index) =>
    index >= before.length && index < before.length + events.length ? asRead({ ...event, meta }) : event,
  )
  const reads = openMemoryReadStore()
  const row = async <R>(name: ViewName, id: string) =>
    (await reads.get<R & { id: string; position: number }>(tableNameOf(name), [id]))[0]
  for (const view of projectionViews) await applyEventBatch(reads, tableNameOf(view.name), view, log)
  const found = (Object.entries(MARKED) as [ViewName, string][]).map(async ([name, id]) => [
    name,
    (await row<{ simulated?: true }>(name, id))?.simulated,
  ])
  const status = toZoneCard((await row<ZoneRow>('zones', zone)) as ZoneRow)
  return { rows: Object.fromEntries(await Promise.all(found)), zone: status }
}

const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
const all = (mark: true | undefined) => Object.fromEntries(Object.keys(MARKED).map((name) => [name, mark]))

describe('results of the simulated city', () => {
  it.each([
    ['its own events', { ...meta, simulated: true as const }],
    ['a living city of an older log', { ...meta, commandId: 'live/2026-03-01T08:00:00.000Z/demo/ReportBinFull/a' }],
    ['its trucks in an older log', { ...meta, actor: 'simulation' }],
    ['the seeded year of an older log', { ...meta, commandId: 'seed/demo/MarkAllCollected/T001/x' }],
  ])('is marked in every row: %s', async (_, asked) => {
    const { rows, zone: status } = await marks(asked)
    expect(rows).toEqual(all(true))
    expect(status).toMatchObject({ simulated: true, simulatedReports: 1 })
  })

  it('is in no row of what people did, nor of what the seed gave the demo to begin with', async () => {
    for (const asked of [meta, { ...meta, commandId: 'seed/DISP001', actor: 'system' }]) {
      const { rows, zone: status } = await marks(asked)
      expect(rows).toEqual(all(undefined))
      expect(status).toMatchObject({ simulated: false, simulatedReports: 0 })
    }
  })

  it('is in a site no more once a person has said what lies there, and in a zone once it is collected', async () => {
    const collected: Event = {
      type: 'ReportCollected',
      data: { reportId: 'u1.1', userId: 'u1', zone, reportedAt: at, collectedBy: 'd1', collectedAt: at },
    }
    const typed = events.find(({ type }) => type === 'SiteCompositionUpdated') as Event
    const { rows, zone: status } = await marks({ ...meta, simulated: true }, [collected, typed])
    expect(rows.sites).toBeUndefined()
    expect(rows.reports).toBe(true)
    expect(status).toMatchObject({ simulated: false, simulatedReports: 0 })
  })
})
