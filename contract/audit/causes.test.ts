/** Tests of causes derived from command ids. */
import { describe, expect, it } from 'vitest'
import type { Event } from '../events.ts'
import { type EventCause, eventCauseOf, rootCommandOf } from './causes.ts'

const wanted = (after: EventCause['after']) =>
  !after ? [] : after.position === undefined ? [after.types.join('/'), after.thing ?? 'any'] : [after.position]

/** Formats an event's cause in one line: policy, command, triggering event. */
function told(cause: EventCause | undefined): string | undefined {
  if (!cause) return undefined
  const { policy = '–', command = '–', after } = cause
  return [policy, command, ...wanted(after)].join(', ')
}
const of = (type: string, commandId: string, data: object) => told(eventCauseOf({ type, data } as Event, commandId))
const notice = (notificationId: string, kind: string, more: object = {}, commandId = `job/notify-${notificationId}`) =>
  of('NotificationSent', commandId, { notificationId, kind, ...more })
const [schedule, dispatch, delivery] = ['SCH-AN1-T1', 'COL-T1-2', 'DEL-T1-2-AN']

describe('what was done', () => {
  it.each<[string, string, object, string | undefined]>([
    [
      'ReportCollected',
      `${dispatch}/u1.1`,
      { reportId: 'u1.1', dispatchId: dispatch },
      `dispatches, FinishDispatch, TruckDispatched, dispatch:${dispatch}`,
    ],
    ['ReportCollected', 'a person’s', { reportId: 'u1.1' }, undefined],
    ['ReportCollected', 'another', { reportId: 'u1.1', dispatchId: dispatch }, undefined],
    [
      'DeliveryCreated',
      `create/${delivery}`,
      { deliveryId: delivery },
      `dispatches, FinishDispatch, TruckDispatched, delivery:${delivery}`,
    ],
    ['DeliveryCreated', 'a person’s', { deliveryId: delivery }, undefined],
    [
      'DeliveryMoved',
      `job/arrive-${delivery}`,
      { deliveryId: delivery },
      `dispatches, ArriveDelivery, SiteCompositionUpdated, delivery:${delivery}`,
    ],
    ['DeliveryMoved', 'a person’s', { deliveryId: delivery }, undefined],
    [
      'TruckArrived',
      `job/free-${dispatch}`,
      { vehicleId: 'T1' },
      'dispatches, FreeTruck, DeliveryMoved, delivery:DEL-T1-2-*',
    ],
    [
      'PlanReduced',
      'job/give-up-plan-z-1-1/give-up',
      { zone: 'Z' },
      'accepted plans, GiveUpPlan, CollectionPlanned, zone:Z',
    ],
    [
      'PlanReduced',
      'job/dispatch-z-1/give-up',
      { zone: 'Z' },
      'automatic dispatch, ScheduleZone, CollectionPlanned, zone:Z',
    ],
    [
      'CollectionCancelled',
      `job/give-up-plan-z-1-1-${schedule}/${schedule}`,
      { scheduleId: schedule, zone: 'Z' },
      'accepted plans, GiveUpPlan, CollectionPlanned, zone:Z',
    ],
    ['ClaimReleased', 'give-up/c', { claimId: 'c' }, 'dispatches, GiveUpClaim, ReportsClaimed, claim:c'],
    [
      'CollectionStarted',
      `job/start-${schedule}`,
      { scheduleId: schedule },
      `schedules, MoveScheduleOn, CollectionScheduled/CollectionRescheduled, collection:${schedule}`,
    ],
    [
      'ReportsAssigned',
      `job/start-${schedule}`,
      { scheduleId: schedule },
      `schedules, MoveScheduleOn, CollectionScheduled/CollectionRescheduled, collection:${schedule}`,
    ],
    ['CollectionStarted', 'a person’s', { scheduleId: schedule }, undefined],
    [
      'CollectionCompleted',
      `job/complete-${schedule}`,
      { scheduleId: schedule, zone: 'Z' },
      `schedules, MoveScheduleOn, CollectionStarted, collection:${schedule}`,
    ],
    [
      'CollectionCompleted',
      `job/emptied-${schedule}`,
      { scheduleId: schedule, zone: 'Z' },
      'schedules, MoveScheduleOn',
    ],
    [
      'CollectionCancelled',
      `job/closed-${schedule}`,
      { scheduleId: schedule, zone: 'Z' },
      'schedules, MoveScheduleOn, ZoneClosed, zone:Z',
    ],
    ['CollectionScheduled', `schedule/${schedule}`, { zone: 'Z' }, '–, –, CollectionPlanned, zone:Z'],
    [
      'CollectionPlanned',
      'job/dispatch-z-1',
      { zone: 'Z' },
      'automatic dispatch, ScheduleZone, BinReportedFull/ReportConfirmed, zone:Z',
    ],
    ['ErasureFinished', 'finish/u1', { personId: 'u1' }, 'erasures, FinishErasure, AccountErased, account:u1'],
    [
      'ErasureFinished',
      'finish/driver-T1',
      { personId: 'driver-T1' },
      'erasures, FinishErasure, VehicleRemoved, truck:T1',
    ],
    [
      'SiteChanged',
      'configuration/2/W',
      { siteId: 'W' },
      'configuration, FollowConfiguration, ConfigurationChanged, any',
    ],
    [
      'AccountReassigned',
      'move/k/u1',
      { userId: 'u1' },
      'moves of residents, MoveResidents, ResidentsMoveBegun, move:move/k',
    ],
    ['AccountReassigned', 'a person’s', { userId: 'u1' }, undefined],
    [
      'SiteCompositionUpdated',
      'job/follow-correction-W-a-1',
      { analysisId: 'a' },
      'analyses, FollowCorrection, AnalysisCorrected, analysis:a',
    ],
    [
      'AnalysisCompleted',
      'job/analyse-a-1',
      { analysisId: 'a' },
      'analyses, CompleteAnalysis, AnalysisRequested, analysis:a',
    ],
    [
      'ForecastMade',
      'job/forecast-nightly-2026-01-01-UTC',
      { forecastId: 'nightly-2026-01-01' },
      'forecasts, MakeForecast',
    ],
    [
      'ForecastMade',
      'job/forecast-asked-1',
      { forecastId: 'asked-1' },
      'forecasts, MakeForecast, ForecastRequested, forecast:asked-1',
    ],
    [
      'NotificationPushed',
      'job/push-n-u1',
      { notificationId: 'n' },
      'pushes, PushNotification, NotificationSent, notification:n',
    ],
    [
      'CheckpointMailed',
      'job/mail-checkpoint-h-u1',
      { checkpointId: 'h' },
      'checkpoints, MailCheckpoint, CheckpointMade, checkpoint:h',
    ],
    ['FindingRaised', 'job/finding-f', { evidence: [12, 14] }, 'findings, RaiseFinding, 14'],
    ['BinReportedFull', 'a person’s', { reportId: 'u1.1' }, undefined],
  ])('%s by %s', (type, commandId, data, expected) => {
    expect(of(type, commandId, data)).toBe(expected)
  })
})

describe('what was told', () => {
  const at = '2026-01-01T00:00:00.000Z'
  it.each<[string, string, object, string | undefined]>([
    [
      `schedule-${schedule}-u1`,
      'schedule',
      { userId: 'u1' },
      `residents, NotifyResident, CollectionScheduled, collection:${schedule}`,
    ],
    [
      `dispatch-${schedule}-u1`,
      'dispatch',
      { userId: 'u1' },
      `residents, NotifyResident, CollectionStarted, collection:${schedule}`,
    ],
    ['collected-u1.3-u1', 'collected', { userId: 'u1' }, 'residents, NotifyResident, ReportCollected, report:u1.3'],
    ['left-u1.3-SCH-AN1-T003-u1', 'missed', { userId: 'u1' }, 'residents, NotifyResident, StopServed, report:u1.3'],
    ['reported-u1.3-u1', 'notice', { userId: 'u1' }, 'residents, NotifyResident, BinReportedFull, report:u1.3'],
    [
      'threshold-z-1',
      'threshold',
      { zone: 'Z' },
      'thresholds, RaiseThresholdAlert, BinReportedFull/ReportConfirmed, zone:Z',
    ],
    ['composition-WS-1-12', 'composition', {}, 'compositions, NotifyRole, SiteCompositionUpdated, site:WS-1'],
    ['capacity-WS-1-12-recycler', 'capacity', {}, 'compositions, NotifyRole, SiteCompositionUpdated, site:WS-1'],
    [`dispute-${delivery}-${at}`, 'notice', {}, `deliveries, NotifyRole, CompositionDisputed, delivery:${delivery}`],
    [`settlement-${delivery}-${at}`, 'composition', {}, `deliveries, NotifyRole, DisputeSettled, delivery:${delivery}`],
    [`weight-${delivery}-${at}`, 'notice', {}, `deliveries, NotifyRole, DeliveryWeighed, delivery:${delivery}`],
    [`truck-${dispatch}-recycler`, 'dispatch', {}, `trucks, NotifyRole, TruckDispatched, dispatch:${dispatch}`],
    [`route-${schedule}`, 'dispatch', {}, `trucks, NotifyRole, CollectionStarted, collection:${schedule}`],
    ['daily-2026-01-01-u1', 'digest', { userId: 'u1' }, 'digests, SendDigest'],
    ['notice-1', 'notice', {}, undefined],
  ])('%s', (id, kind, more, expected) => {
    expect(notice(id, kind, more)).toBe(expected)
  })

  it('to many at once, by the job that told them all', () => {
    const all = (id: string, kind: string) => notice(id, kind, { userId: 'u1' }, `notify-${id}`)
    expect(all('collected-u1.3-u1', 'collected')).toBe('dispatches, FinishDispatch, TruckDispatched, report:u1.3')
    expect(all(`missed-${schedule}-u1`, 'missed')).toBe(
      `residents, TellWaiting, CollectionCompleted/CollectionCancelled/TruckDispatched, collection:${schedule}`,
    )
    expect(notice('notice-1', 'notice', {}, 'a person’s')).toBeUndefined()
  })
})

it('knows the parts of one command', () => {
  const key = 'k'.repeat(43)
  expect([key, `${key}/code`, `${key}/ticket/2`, 'job/a', 'job/a/b'].map(rootCommandOf)).toEqual([
    key,
    key,
    key,
    'job/a',
    'job/a/b',
  ])
})
