/** Tests the rows that views build from events. */
import { describe, it } from 'vitest'
import type { EventData, EventOf } from '#contract/events.ts'
import { referenceOf } from '#domain/reference.ts'
import { addReportArrival, addWait, createReportArrivals, startZoneCycle } from '#domain/zone-estimates.ts'
import { accountsView } from '../accounts/accounts-view.ts'
import { vehiclesView } from '../fleet/vehicles-view.ts'
import { notificationsView } from '../notifications/notifications-view.ts'
import { reportsView } from '../reports/reports-view.ts'
import { givenEvents } from '../runner/fixtures.ts'
import { sitesView } from '../sites/sites-view.ts'
import { addOpenReportId, NO_OPEN_IDS } from '../zones/open-ids.ts'
import { zonesView } from '../zones/zones-view.ts'

const at = '2026-03-01T08:00:00.000Z'
const later = '2026-03-01T09:00:00.000Z'
const zone = 'Ablekuma North'
const told = { reportedCount: 1, total: 145, threshold: 116 }
const named = (id: string) => ({ id, reference: referenceOf('report', id) })
const reported = (reportId: string) =>
  ({ type: 'BinReportedFull', data: { reportId, userId: 'u1', zone, sealed: 's', reportedAt: at, told } }) as const
const collected = (reportId: string, collectedBy = 'd1') =>
  ({
    type: 'ReportCollected',
    data: { reportId, userId: 'u1', zone, reportedAt: at, collectedBy, collectedAt: later },
  }) as const

const reopened: EventOf<'ReportReopened'> = {
  type: 'ReportReopened',
  data: {
    reportId: 'u1.2',
    previousId: 'u1.1',
    userId: 'u1',
    zone,
    sealed: 's',
    reportedAt: at,
    collectedAt: later,
    loose: true,
    reason: 'not-collected',
    reopenedBy: 'u1',
    reopenedAt: later,
  },
}

describe('accounts', () => {
  const registered = {
    type: 'AccountRegistered',
    data: { userId: 'u1', role: 'resident', zone, sealed: 's', registeredAt: at },
  } as const
  const row = { id: 'u1', role: 'resident', zone, sealed: 's', createdAt: at, erased: false, position: 1 }

  it('a person', () => givenEvents(accountsView, [registered]).then('u1', row))
  it('an erased person keeps the row', () =>
    givenEvents(accountsView, [registered, { type: 'AccountErased', data: { userId: 'u1', erasedAt: later } }]).then(
      'u1',
      {
        ...row,
        erased: true,
        position: 2,
      },
    ))
  it('nobody, when a registration was given up', () =>
    givenEvents(accountsView, [{ type: 'RegistrationAbandoned', data: { userId: 'u1' } }]).then('u1', undefined))
})

describe('reports', () => {
  const row = { ...named('u1.1'), userId: 'u1', zone, sealed: 's', timestamp: at, replaced: false }
  it('an open one', () =>
    givenEvents(reportsView, [reported('u1.1')]).then('u1.1', { ...row, status: 'new', open: true, position: 1 }))
  it('a collected one', () =>
    givenEvents(reportsView, [reported('u1.1'), collected('u1.1')]).then('u1.1', {
      ...row,
      status: 'collected',
      open: false,
      collectedAt: later,
      collectedBy: 'd1',
      loose: true,
      position: 2,
    }))
})

describe('a report that was opened again', () => {
  const log = [reported('u1.1'), collected('u1.1'), reopened]
  const row = { userId: 'u1', zone, sealed: 's', timestamp: at, open: true, status: 'new' }
  const open = { ...row, ...named('u1.2'), replaced: false, reopenedAt: later, disputed: true, position: 3 }
  const before = {
    ...row,
    ...named('u1.1'),
    status: 'collected',
    open: false,
    collectedBy: 'd1',
    replaced: true,
    position: 3,
  }

  it('goes on as another row', () => givenEvents(reportsView, log).then('u1.2', open))
  it('leaves one behind that is in no load and no figure', () => givenEvents(reportsView, log).then('u1.1', before))
  it('is not collected by what comes late of the mark before', () =>
    givenEvents(reportsView, [...log, collected('u1.1', 'a1')]).then('u1.1', before))
})

describe('zones', () => {
  const ids = (...open: string[]) => open.reduce(addOpenReportId, NO_OPEN_IDS)
  const thresholds = { recommendPercent: 80, smallZone: 40 }
  const place = { code: 'AN', open: true, openedAt: '', centre: { lat: 5.6, lng: -0.27 } }
  const row = { ...place, id: zone, totalCustomers: 145, loose: 0, thresholds, simulated: false }
  const AT = Date.parse(at)
  const one = addReportArrival(createReportArrivals(AT), AT, 145)
  const wait = { reportedAt: at, collectedAt: later }
  const configured = {
    type: 'ZoneConfigured',
    data: { zone, totalCustomers: 50, changedBy: 'd1', changedAt: at },
  } as const
  it('counts open reports in a cycle', () =>
    givenEvents(zonesView, [reported('u1.1'), reported('u2.1')]).then(zone, {
      ...row,
      openReports: 2,
      openIds: ids('u1.1', 'u2.1'),
      arrivals: addReportArrival(one, AT, 144),
      cycle: 1,
      position: 2,
    }))
  it('a cycle ends with its last open report, the next begins with the first', () =>
    givenEvents(zonesView, [
      reported('u1.1'),
      reported('u2.1'),
      collected('u1.1'),
      collected('u2.1'),
      reported('u1.2'),
    ]).then(zone, {
      ...row,
      loose: 2,
      openReports: 1,
      openIds: ids('u1.2'),
      cycle: 2,
      position: 5,
      waits: addWait(addWait([], wait), wait),
      arrivals: addReportArrival(startZoneCycle(addReportArrival(one, AT, 144), Date.parse(later), 144), AT, 145),
    }))
  it('counts reopened reports, in a new cycle for the first, and removes them from those waiting for a load', () =>
    givenEvents(zonesView, [reported('u1.1'), reported('u2.1'), collected('u1.1'), collected('u2.1'), reopened]).then(
      zone,
      {
        ...row,
        loose: 1,
        openReports: 1,
        openIds: ids('u1.2'),
        cycle: 2,
        position: 5,
        waits: addWait([], wait),
        arrivals: startZoneCycle(addReportArrival(one, AT, 144), Date.parse(later), 144),
      },
    ))
  it('takes its customers from the configuration and keeps its reports', () =>
    givenEvents(zonesView, [reported('u1.1'), configured]).then(zone, {
      ...row,
      totalCustomers: 50,
      openReports: 1,
      openIds: ids('u1.1'),
      arrivals: one,
      cycle: 1,
      position: 2,
    }))
})

describe('notifications', () => {
  const sent = {
    notificationId: 'n1',
    audience: 'dispatcher',
    kind: 'threshold',
    zone,
    text: { kind: 'threshold-reached', values: { zone, reports: 1, required: 1 } },
    metadata: { cycle: 1 },
    sentAt: at,
  } as const
  const { notificationId: id, sentAt: timestamp, ...rest } = sent
  const by = { notificationId: 'n1', readBy: 'd1', archivedBy: 'd1', readAt: at, archivedAt: at }
  it('is read and archived', () =>
    givenEvents(notificationsView, [
      { type: 'NotificationSent', data: sent },
      { type: 'NotificationRead', data: by },
      { type: 'NotificationArchived', data: by },
    ]).then('n1', { ...rest, id, to: 'dispatcher', timestamp, sequence: 1, read: true, archived: true, position: 3 }))
})

describe('vehicles', () => {
  const truck: EventData<'VehicleRegistered'> = {
    vehicleId: 'T1',
    type: 'rear_loader',
    make: 'Ford',
    model: 'Transit',
    year: 2022,
    registrationNumber: 'GW-1',
    fuelEfficiency: 12.5,
    tankCapacity: 80,
    fuelLevel: 20,
    registeredBy: 'system',
    registeredAt: at,
  }
  it('a quarter of a tank is enough, less is not', async () => {
    const derived = { current_fuel_level: 20, fuel_percentage: 25, estimated_range_km: 250, needs_refuel: false }
    const plain = {
      id: 'T1',
      type: 'rear_loader',
      make: 'Ford',
      model: 'Transit',
      year: 2022,
      registration_number: 'GW-1',
      fuel_efficiency_kmpl: 12.5,
      tank_capacity_liters: 80,
      status: 'available',
      in_fleet: true,
      position: 1,
    }
    const low = { current_fuel_level: 19.2, fuel_percentage: 24, estimated_range_km: 240, needs_refuel: true }
    await givenEvents(vehiclesView, [{ type: 'VehicleRegistered', data: truck }]).then('T1', { ...plain, ...derived })
    await givenEvents(vehiclesView, [{ type: 'VehicleRegistered', data: { ...truck, fuelLevel: 19.2 } }]).then('T1', {
      ...plain,
      ...low,
    })
  })
})

describe('sites', () => {
  const site = {
    name: 'West',
    location: 'Accra',
    coordinates: { lat: 5, lng: 0 },
    maxCapacity: 10,
    currentCapacity: 1,
    composition: { plastic: 100 },
  }
  it('an open one', () =>
    givenEvents(sitesView, [{ type: 'SiteOpened', data: { siteId: 'W', ...site, openedBy: 'd1', openedAt: at } }]).then(
      'W',
      {
        id: 'W',
        ...site,
        lastUpdated: at,
        open: true,
        position: 1,
      },
    ))
})
