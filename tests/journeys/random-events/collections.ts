/** Random events of schedules, plans and trucks on the road. */
import type { EventOf } from '#contract/events.ts'
import { truck } from './fleet.ts'
import { addHours, type EventGenerator, zoneOf } from './ingredients.ts'

const about = (n: number) => ({ scheduleId: `s${n}`, vehicleId: `T${n % 3}`, zone: zoneOf(n) })

const scheduled = (n: number, m: number, at: string): EventOf<'CollectionScheduled'> => ({
  type: 'CollectionScheduled',
  data: {
    ...about(n),
    cycle: 1,
    vehicle: truck,
    siteId: 'WS001',
    reportsCount: 2,
    scheduledStart: addHours(at, m),
    estimatedCompletion: addHours(at, m + 3),
    estimatedDistance: 12.5,
    estimatedFuel: 1,
    scheduledBy: 'd1',
    scheduledAt: at,
  },
})

const dispatched = (n: number, m: number, at: string): EventOf<'TruckDispatched'> => ({
  type: 'TruckDispatched',
  data: {
    dispatchId: `c${n}`,
    vehicleId: `T${n % 3}`,
    siteId: 'WS001',
    loads: [{ deliveryId: `l${n}-${m}`, zone: zoneOf(m), reportIds: [`r${m}`, `r${m + 2}`], weight: 600 }],
    scheduleIds: [`s${m}`],
    leftIds: [],
    estimatedArrival: addHours(at, 1),
    dispatchedBy: 'd1',
    dispatchedAt: at,
  },
})

export const collectionEventGenerators = {
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
      ...{ scheduledStart: addHours(at, m), estimatedCompletion: addHours(at, m + 3), undoneBy: 'd1', undoneAt: at },
    },
  }),
  dispatch: (n, m, { at }) => dispatched(n, m, at),
  reschedule: (n, m, { at }) => ({
    type: 'CollectionRescheduled',
    data: {
      ...about(n),
      ...{ scheduledStart: addHours(at, m + 1), estimatedCompletion: addHours(at, m + 4) },
      ...{ rescheduledBy: 'd1', rescheduledAt: at },
    },
  }),
  overdue: (n, _, { at }) => ({ type: 'CollectionOverdue', data: { ...about(n), overdueAt: at } }),
  arrive: (n, _, { at }) => ({
    type: 'TruckArrived',
    data: { vehicleId: `T${n % 3}`, siteId: 'WS001', arrivedAt: at },
  }),
  abandon: (n, m, { at }) => ({
    type: 'DispatchAbandoned',
    data: { vehicleId: `T${n % 3}`, claimId: `k${m}`, abandonedAt: at },
  }),
  plan: (n, m, { at }) => ({
    type: 'CollectionPlanned',
    data: {
      ...{ zone: zoneOf(n), cycle: m, vehicleIds: [`T${n % 3}`, `T${m % 3}`], plannedBy: 'd1', plannedAt: at },
      ...(m % 2 && { accepted: true as const }),
    },
  }),
  reducePlan: (n, m, { at }) => ({
    type: 'PlanReduced',
    data: { zone: zoneOf(n), cycle: m, vehicleId: `T${n % 3}`, reducedAt: at },
  }),
  claim: (n, m, { at }) => ({
    type: 'ReportsClaimed',
    data: {
      ...{ zone: zoneOf(n), claimId: `k${m}`, vehicleId: `T${n % 3}`, reportIds: [`r${n}`], markedIds: [`r${m}`] },
      ...{ claimedBy: 'd1', claimedAt: at },
    },
  }),
  assign: (n, m, { at }) => ({
    type: 'ReportsAssigned',
    data: { ...about(n), reportIds: [`r${m}`, `r${m + 1}`], assignedAt: at },
  }),
  releaseClaim: (n, m, { at }) => ({
    type: 'ClaimReleased',
    data: { zone: zoneOf(n), claimId: `k${m}`, releasedAt: at },
  }),
  flagBurst: (n, m, { at }) => ({
    type: 'BurstFlagged',
    data: { zone: zoneOf(n), cycle: m + 1, reports: 12, flaggedAt: at },
  }),
  clearBurst: (n, m, { at }) => ({
    type: 'BurstCleared',
    data: { zone: zoneOf(n), cycle: m + 1, clearedBy: 'd1', clearedAt: at },
  }),
} satisfies Record<string, EventGenerator>
