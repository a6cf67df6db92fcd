/** Events of every kind that a room shows, about a handful of bins, trucks, schedules and loads, in any order. */

import { FINDING_RULES, FIRST_THRESHOLDS } from '#contract/audit/findings.ts'
import type { Event } from '#contract/events.ts'
import { NOTIFICATION_KINDS, NOTIFICATION_OPTIONS } from '#contract/people/notifications.ts'
import type { Sealer } from '#platform/sealing.ts'
import { DELIVERY_STATUSES, ROLES, type Role, type Zone } from '#rules/city.ts'
import { FIRST_ZONE_NAMES } from '#rules/first-zones.ts'
import { analysisHappenings } from './random-analyses.ts'

const HOUR_MS = 60 * 60_000
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T
export const zoneOf = (n: number): Zone => pick(FIRST_ZONE_NAMES, n)
/** The two who look at boards, and one who does not and may be erased. */
export const RESIDENTS = ['u1', 'u2', 'u3'] as const
/** Of each role somebody who reads. */
export const READERS: Record<Role, string> = {
  resident: 'u1',
  dispatcher: 'd1',
  recycler: 'c1',
  admin: 'a1',
  auditor: 'x1',
}
const ownerOf = (report: number) => pick(RESIDENTS, report)

let notifications = 0
let updates = 0
let opened = 0

export interface Made {
  at: string
  sealer: Sealer
}

async function reported(n: number, { at: reportedAt, sealer }: Made): Promise<Event> {
  const userId = ownerOf(n)
  const sealed = await sealer.seal(userId, { name: `Name ${userId}`, description: `Bin ${n}` })
  const told = { reportedCount: 1, total: 145, threshold: 116 }
  return { type: 'BinReportedFull', data: { reportId: `r${n}`, userId, zone: zoneOf(n), sealed, reportedAt, told } }
}

/** Opened again under another of the numbers that things happen to. */
async function reopened(n: number, m: number, { at, sealer }: Made): Promise<Event> {
  const userId = ownerOf(n)
  return {
    type: 'ReportReopened',
    data: {
      ...{ reportId: `r${n}x${m}`, previousId: `r${n}`, userId, zone: zoneOf(n) },
      sealed: await sealer.seal(userId, { name: `Name ${userId}`, description: `Bin ${n} again` }),
      ...{ reportedAt: at, collectedAt: at, reopenedBy: userId, reopenedAt: at },
      ...(m % 2 ? { reason: 'mistake', loose: true } : { reason: 'not-collected' }),
    },
  }
}

const truck = { make: 'Ford', model: 'Transit', type: 'side_loader', registrationNumber: 'GW-1' } as const
const later = (at: string, hours: number) => new Date(Date.parse(at) + hours * HOUR_MS).toISOString()
const about = (n: number) => ({ scheduleId: `s${n}`, vehicleId: `T${n % 3}`, zone: zoneOf(n) })

const scheduled = (n: number, m: number, at: string): Event => ({
  type: 'CollectionScheduled',
  data: {
    ...about(n),
    cycle: 1,
    vehicle: truck,
    siteId: 'WS001',
    reportsCount: 2,
    scheduledStart: later(at, m),
    estimatedCompletion: later(at, m + 3),
    estimatedDistance: 12.5,
    estimatedFuel: 1,
    scheduledBy: 'd1',
    scheduledAt: at,
  },
})

const dispatched = (n: number, m: number, at: string): Event => ({
  type: 'TruckDispatched',
  data: {
    dispatchId: `c${n}`,
    vehicleId: `T${n % 3}`,
    siteId: 'WS001',
    loads: [{ deliveryId: `l${n}-${m}`, zone: zoneOf(m), reportIds: [`r${m}`, `r${m + 2}`], weight: 600 }],
    scheduleIds: [`s${m}`],
    leftIds: [],
    estimatedArrival: later(at, 1),
    dispatchedBy: 'd1',
    dispatchedAt: at,
  },
})

function sent(n: number, m: number, sentAt: string): Event {
  const notificationId = `n${++notifications}`
  const to = pick([{}, {}, { userId: 'u1' }, { userId: 'd1' }], n)
  const audience = 'userId' in to ? 'resident' : pick(['dispatcher', 'recycler'] as const, m)
  const kind = pick(NOTIFICATION_KINDS, m)
  return {
    type: 'NotificationSent',
    data: { notificationId, audience, ...to, kind, title: 'T', message: 'M', metadata: {}, sentAt },
  }
}

function settings(n: number, m: number, savedAt: string): Event {
  const role = pick(ROLES, n)
  const userId = READERS[role]
  const options = Object.fromEntries(NOTIFICATION_OPTIONS[role].map((option, i) => [option, (m >> i) % 2 === 0]))
  return { type: 'SettingsSaved', data: { userId, settings: { darkMode: true, notifications: options }, savedAt } }
}

const registered = (n: number, at: string): Event => ({
  type: 'VehicleRegistered',
  data: {
    vehicleId: `T${n}`,
    ...truck,
    year: 2020,
    fuelEfficiency: 8,
    tankCapacity: 80,
    fuelLevel: 40,
    registeredBy: 'd1',
    registeredAt: at,
  },
})

const site = (n: number, at: string): Event => ({
  type: 'SiteOpened',
  data: {
    siteId: `W${n}`,
    name: `Site ${n}`,
    location: 'Accra',
    coordinates: { lat: 5.6, lng: -0.2 },
    maxCapacity: 1_000,
    currentCapacity: 10 * n,
    composition: { plastic: 100 },
    openedBy: 'a1',
    openedAt: at,
  },
})

const dayAfter = (at: string, days: number) => later(at, 24 * days).slice(0, 10)
const tonnes = (n: number) => ({ p10: n, p50: n + 1, p90: n + 2 })

function foreseen(n: number, m: number, madeAt: string): Event {
  const days = [0, 1, 2].map((ahead) => ({
    ...{ date: dayAfter(madeAt, ahead), ...tonnes(m), shares: { plastic: 100 } },
    reasons: { level: m + 1, weekday: 0, trend: 0, holiday: 0, other: 0 },
  }))
  const regularity = { days: n, of: 28 }
  const zone =
    n % 2 === 0
      ? ({ status: 'forecast', zone: zoneOf(m), days, regularity } as const)
      : ({ status: 'not-enough-history', zone: zoneOf(m), have: n, need: 28 } as const)
  return {
    type: 'ForecastMade',
    data: {
      ...{ forecastId: `f${n}`, madeOn: madeAt.slice(0, 10), madeAt, dataPosition: n, model: 'mix', version: '1' },
      ...{ city: days, regularity, zones: [zone] },
    },
  }
}

const scored = (n: number, m: number, scoredAt: string): Event => ({
  type: 'ForecastScored',
  data: {
    ...{ date: dayAfter(scoredAt, -n), dataPosition: n, scoredAt },
    scores: ['', zoneOf(m)].map((zone) => ({
      ...{ zone, madeOn: dayAfter(scoredAt, -n - 1), ...tonnes(m), actual: n, estimated: n },
    })),
    ...(n % 3 === 2 && { withdrawn: [{ zone: zoneOf(m + 1), before: n }] }),
  },
})

const loadOf = (n: number, m: number) => ({ deliveryId: `l${n}-${m}`, siteId: 'WS001' })

const weighed = (n: number, m: number, at: string): Event => ({
  type: 'DeliveryWeighed',
  data: {
    ...loadOf(n, m),
    ...{ ticket: `A-${n}${m}`, gross: 9_000 + n, tare: 8_000, weight: 1_000 + n, before: 600 },
    ...{ weighedBy: 'c1', weighedAt: at, recordedAt: at },
  },
})

/** Told by the recycler, or by whoever may be erased. */
async function disputed(n: number, m: number, { at: disputedAt, sealer }: Made): Promise<Event> {
  const disputedBy = pick(['c1', RESIDENTS[2]], n + m)
  const sealed = await sealer.seal(disputedBy, { reason: `Wet paper of ${disputedBy}` })
  const composition = m % 2 ? { plastic: 40, organic: 60 } : undefined
  return { type: 'CompositionDisputed', data: { ...loadOf(n, m), composition, sealed, disputedBy, disputedAt } }
}

const settled = (n: number, m: number, at: string): Event => ({
  type: 'DisputeSettled',
  data: {
    ...{ ...loadOf(n, m), accepted: n % 2 === 0, settledBy: 'd1', settledAt: at },
    ...(n % 2 === 0 && m % 2 && { composition: { plastic: 40, organic: 60 } }),
  },
})

const composed = (n: number, m: number, at: string): Event => ({
  type: 'SiteCompositionUpdated',
  data: {
    ...{ siteId: `W${n}`, number: ++updates, composition: { glass: 10 * m, metal: 100 - 10 * m }, currentCapacity: m },
    ...{ source: 'typed', crossed: false, updatedBy: 'd1', updatedAt: at },
    arrived: [{ deliveryId: `l${n}-${m}`, vehicleId: `T${n % 3}` }],
  },
})

const hourOf = (n: number) => `2026-03-01T${String(10 + n)}`

type Make = (n: number, m: number, made: Made) => Event | Promise<Event>

/** What may happen, each with two small numbers that say to what and how. */
export const happenings = {
  ...analysisHappenings,
  report: (n, _, made) => reported(n, made),
  collect: (n, _, { at }) => ({
    type: 'ReportCollected',
    data: {
      reportId: `r${n}`,
      userId: ownerOf(n),
      zone: zoneOf(n),
      reportedAt: at,
      collectedBy: 'd1',
      collectedAt: at,
    },
  }),
  reopen: (n, m, made) => reopened(n, m, made),
  schedule: (n, m, { at }) => scheduled(n, m, at),
  start: (n, m, { at }) => ({
    type: 'CollectionStarted',
    data: { ...about(n), reportIds: [`r${m}`], startedBy: 'd1', startedAt: at },
  }),
  complete: (n, _, { at }) => ({
    type: 'CollectionCompleted',
    data: { ...about(n), reportIds: [], completedAt: at },
  }),
  cancel: (n, m, { at }) => ({
    type: 'CollectionCancelled',
    data: { ...about(n), reportIds: [`r${m}`], cancelledBy: 'd1', cancelledAt: at },
  }),
  undoCancel: (n, m, { at }) => ({
    type: 'CancellationUndone',
    data: {
      ...about(n),
      ...{ scheduledStart: later(at, m), estimatedCompletion: later(at, m + 3), undoneBy: 'd1', undoneAt: at },
    },
  }),
  undoComplete: (n, m, { at }) => ({
    type: 'CompletionUndone',
    data: { deliveryId: `l${n}-${m}`, undoneBy: 'd1', undoneAt: at },
  }),
  dispatch: (n, m, { at }) => dispatched(n, m, at),
  move: (n, m, { at }) => ({
    type: 'DeliveryMoved',
    data: { deliveryId: `l${n}-${m}`, status: pick(DELIVERY_STATUSES, n + m), movedBy: 'd1', movedAt: at } as never,
  }),
  checkpoint: (n, m, { at }) => ({
    type: 'CheckpointMade',
    data: { checkpointId: hourOf(n), size: m + 1, root: 'r', note: 'n', madeAt: at },
  }),
  mailCheckpoint: (n, m, { at }) => ({
    type: 'CheckpointMailed',
    data: { checkpointId: hourOf(n), userId: `x${m}`, mailedAt: at },
  }),
  openPerson: async (n, m, { at, sealer }) => ({
    type: 'PersonOpened',
    data: {
      ...{ accessId: `x${++opened}`, userId: ownerOf(n), openedBy: pick(['a1', 'x1'], m), openedAt: at },
      sealed: await sealer.seal(ownerOf(n), { reason: `A complaint of ${m}` }),
    },
  }),
  raiseFinding: (n, m, { at }) => ({
    type: 'FindingRaised',
    data: {
      ...{ findingId: `g${n}`, rule: pick(FINDING_RULES, m), about: { zone: zoneOf(m), userId: 'd1' } },
      ...{ evidence: [n + 1], figures: { reports: m }, happenedAt: at, raisedAt: at },
    },
  }),
  moveFinding: async (n, m, { at, sealer }) => ({
    type: 'FindingMoved',
    data: {
      ...{ findingId: `g${n}`, status: pick(['open', 'explained', 'closed'] as const, m), movedBy: 'x1', movedAt: at },
      ...(m % 2 && { sealed: await sealer.seal('x1', { note: `It was ${n}` }) }),
    },
  }),
  thresholds: (n, _, { at }) => ({
    type: 'FindingThresholdsSet',
    data: { thresholds: { ...FIRST_THRESHOLDS, fuelTolerance: n }, setBy: 'a1', setAt: at },
  }),
  weigh: (n, m, { at }) => weighed(n, m, at),
  dispute: (n, m, made) => disputed(n, m, made),
  settle: (n, m, { at }) => settled(n, m, at),
  update: (n, m, { at }) => composed(n, m, at),
  notify: (n, m, { at }) => sent(n, m, at),
  read: (n, _, { at }) => ({
    type: 'NotificationRead',
    data: { notificationId: `n${notifications - n}`, readBy: 'd1', readAt: at },
  }),
  archive: (n, m, { at }) => ({
    type: 'NotificationArchived',
    data: { notificationId: `n${notifications - n * m}`, archivedBy: 'd1', archivedAt: at },
  }),
  restore: (n, m, { at }) => ({
    type: 'NotificationRestored',
    data: { notificationId: `n${notifications - n * m}`, restoredBy: 'd1', restoredAt: at },
  }),
  settings: (n, m, { at }) => settings(n, m, at),
  vehicle: (n, _, { at }) => registered(n, at),
  archiveVehicle: (n, _, { at }) => ({
    type: 'VehicleArchived',
    data: { vehicleId: `T${n}`, archivedBy: 'd1', archivedAt: at },
  }),
  workshop: (n, _, { at }) => ({
    type: 'VehicleSentToWorkshop',
    data: { vehicleId: `T${n}`, sentBy: 'd1', sentAt: at },
  }),
  backInService: (n, _, { at }) => ({
    type: 'VehicleBackInService',
    data: { vehicleId: `T${n}`, returnedBy: 'd1', returnedAt: at },
  }),
  site: (n, _, { at }) => site(n, at),
  closeSite: (n, _, { at }) => ({ type: 'SiteClosed', data: { siteId: `W${n}`, closedBy: 'a1', closedAt: at } }),
  foresee: (n, m, { at }) => foreseen(n, m, at),
  score: (n, m, { at }) => scored(n, m, at),
  askForecast: (n, _, { at }) => ({
    type: 'ForecastRequested',
    data: { forecastId: `f${n}`, madeOn: at.slice(0, 10), requestedBy: 'c1', requestedAt: at },
  }),
  failForecast: (n, _, { at }) => ({
    type: 'ForecastFailed',
    data: { forecastId: `f${n}`, madeOn: at.slice(0, 10), reason: 'It failed.', failedAt: at },
  }),
  customers: (n, m, { at }) => ({
    type: 'ZoneConfigured',
    data: { zone: zoneOf(n), totalCustomers: m + 1, changedBy: 'a1', changedAt: at },
  }),
} satisfies Record<string, Make>
