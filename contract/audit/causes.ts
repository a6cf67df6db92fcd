/**
 * Derives why the system acted: policy, command, and triggering event.
 * The system's command ids derive from the trigger, so the log is enough.
 * Causes stored in events would explain only future events.
 * Omits an uncertain trigger: a wrong link is worse than none.
 */
import { msg } from '#contract/languages/message.ts'
import type { Event, EventType } from '../events.ts'
import type { InternalCommand } from '../internal-commands.ts'
import type { NotificationKind } from '../notifications/notifications.ts'
import type { EventSubject } from './event-subjects.ts'

/**
 * Describes the event that triggered a command of a policy.
 * The trigger is the newest event of one of `types` about `thing`, before the command's event.
 * A `thing` that ends in `*` is a prefix.
 * If several reports reach a threshold together, the last report is the trigger.
 * `position` is the trigger's log position, if the command's event contains it.
 */
export interface EventTrigger {
  position?: number
  types: readonly EventType[]
  thing?: EventSubject
}

/** Purpose of each policy, by the policy's name. */
export const POLICY_PURPOSES = {
  dispatches: msg`records the bins and deliveries of each dispatch`,
  'accepted plans': msg`cancels accepted plans left incomplete`,
  thresholds: msg`notifies dispatchers when a zone is due for collection`,
  erasures: msg`removes remaining data of erased people`,
  schedules: msg`starts and ends collections on time`,
  residents: msg`notifies residents about trucks and their bins`,
  'automatic dispatch': msg`schedules collections in zones that are due`,
  configuration: msg`applies the configuration to the sites`,
  compositions: msg`notifies of new waste compositions and nearly full sites`,
  deliveries: msg`notifies about disputes and unexpected weights`,
  trucks: msg`notifies about trucks under way`,
  'reopened reports': msg`notifies dispatchers about bins that residents report as not collected`,
  digests: msg`sends daily and weekly reports`,
  forecasts: msg`makes the forecasts`,
  'forecast news': msg`notifies recyclers about forecasts`,
  mails: msg`emails reports`,
  pushes: msg`sends notifications to browsers`,
  'text messages': msg`sends notifications by SMS`,
  bursts: msg`flags reports of many new accounts within an hour`,
  confirmations: msg`counts reports once their account is confirmed`,
  'moves of residents': msg`moves the residents of a zone`,
  analyses: msg`analyses photos`,
  findings: msg`flags events that need an explanation`,
  refits: msg`trains the detector with corrections`,
  checkpoints: msg`signs the log every hour and emails checkpoints`,
} as const
type PolicyName = keyof typeof POLICY_PURPOSES

export interface EventCause {
  /**
   * Policy that reacted to the trigger.
   * Absent if one command appended both the event and its trigger, to two streams.
   */
  policy?: PolicyName
  /** The command that the policy sent. */
  command?: InternalCommand['type']
  /**
   * Event that triggered the command.
   * Absent if a timer or several events together triggered it.
   */
  after?: EventTrigger
}

const cause = (
  policy: PolicyName,
  command: EventCause['command'],
  types?: readonly EventType[],
  thing?: EventSubject,
): EventCause => ({
  policy,
  command,
  ...(types && { after: { types, ...(thing && { thing }) } }),
})

/**
 * Returns what made the system record an event: the policy, the event that triggered it, or both.
 * Returns undefined if neither is known, as for a user's command.
 */
export function eventCauseOf(event: Event, commandId: string): EventCause | undefined {
  return commandId.startsWith('job/') ? ofJob(event, commandId.slice('job/'.length)) : ofDerived(event, commandId)
}

/**
 * Returns the cause of an event whose command has a derived id.
 * Such an id contains another id, for example that of a dispatch.
 * A command that records events in several streams has a different suffix for each stream.
 */
function ofDerived({ type, data }: Event, commandId: string): EventCause | undefined {
  switch (type) {
    case 'ReportCollected':
      if (data.dispatchId === undefined || !commandId.startsWith(`${data.dispatchId}/`)) return undefined
      return cause('dispatches', 'FinishDispatch', ['TruckDispatched'], `dispatch:${data.dispatchId}`)
    case 'DeliveryCreated':
      if (commandId !== `create/${data.deliveryId}`) return undefined
      return cause('dispatches', 'FinishDispatch', ['TruckDispatched'], `delivery:${data.deliveryId}`)
    case 'DispatchAbandoned':
    case 'ClaimReleased':
      return cause('dispatches', 'GiveUpClaim', ['ReportsClaimed'], `claim:${data.claimId}`)
    case 'ErasureFinished': {
      const truck = /^driver-(.*)$/.exec(data.personId)?.[1]
      const [erased, thing]: [EventType, EventSubject] = truck
        ? ['VehicleRemoved', `truck:${truck}`]
        : ['AccountErased', `account:${data.personId}`]
      return cause('erasures', 'FinishErasure', [erased], thing)
    }
    case 'CollectionScheduled':
    case 'PlanReduced':
      return { after: { types: ['CollectionPlanned'], thing: `zone:${data.zone}` } }
    case 'SiteOpened':
    case 'SiteChanged':
    case 'SiteClosed':
      if (!commandId.startsWith('configuration/')) return undefined
      return cause('configuration', 'FollowConfiguration', ['ConfigurationChanged'])
    case 'AccountReassigned':
    case 'ResidentsMoved': {
      const moveId = /^(move\/.+)\/[^/]+$/.exec(commandId)?.[1]
      return moveId ? cause('moves of residents', 'MoveResidents', ['ResidentsMoveBegun'], `move:${moveId}`) : undefined
    }
    case 'NotificationSent':
      return commandId === `notify-${data.notificationId}` ? ofToldAll(data) : undefined
    default:
      return undefined
  }
}

function ofJob({ type, data }: Event, job: string): EventCause | undefined {
  switch (type) {
    case 'ReportsAssigned':
    case 'CollectionStarted': {
      const scheduled = ['CollectionScheduled', 'CollectionRescheduled'] as const
      return cause('schedules', 'MoveScheduleOn', scheduled, `collection:${data.scheduleId}`)
    }
    case 'CollectionCompleted':
    case 'CollectionCancelled':
    case 'CollectionOverdue':
      return ofEnd(data, job)
    case 'FindingRaised':
      return { ...cause('findings', 'RaiseFinding'), after: { types: [], position: data.evidence.at(-1) } }
    case 'MaterialHeadRefitted':
      return cause('refits', 'RecordRefit', ['RefitRequested', 'AnalysisCorrected'])
    case 'RefitFailed':
      return cause('refits', 'FailRefit', ['RefitRequested', 'AnalysisCorrected'])
    case 'CheckpointMade':
      return cause('checkpoints', 'SignCheckpoint')
    case 'CheckpointMailed':
      return cause('checkpoints', 'MailCheckpoint', ['CheckpointMade'], `checkpoint:${data.checkpointId}`)
    case 'TripLogged':
      return cause('schedules', 'MoveScheduleOn')
    case 'DeliveryMoved':
      return cause('dispatches', 'ArriveDelivery', ['SiteCompositionUpdated'], `delivery:${data.deliveryId}`)
    case 'TruckArrived': {
      // The job id `free-COL-T003-1` contains the dispatch T003-1.
      // The deliveries of that dispatch have ids such as DEL-T003-1-AN.
      const dispatch = job.replace(/^free-COL-/, '')
      return cause('dispatches', 'FreeTruck', ['DeliveryMoved'], `delivery:DEL-${dispatch}-*`)
    }
    case 'SiteCompositionUpdated':
      if (data.analysisId === undefined) return undefined
      return cause('analyses', 'FollowCorrection', ['AnalysisCorrected'], `analysis:${data.analysisId}`)
    case 'AnalysisStarted':
      return ofAnalysis('StartAnalysis', data)
    case 'AnalysisCompleted':
      return ofAnalysis('CompleteAnalysis', data)
    case 'AnalysisFailed':
      return ofAnalysis('FailAnalysis', data)
    case 'ForecastMade':
      return ofForecast('MakeForecast', data)
    case 'ForecastFailed':
      return ofForecast('FailForecast', data)
    case 'ForecastScored':
      return cause('forecasts', 'ScoreForecast')
    case 'ReportConfirmed':
      return cause('confirmations', 'ConfirmReport', ['AccountConfirmed'], `account:${data.userId}`)
    case 'BurstFlagged':
      return cause('bursts', 'FlagBurst', ['BinReportedFull'], `zone:${data.zone}`)
    case 'PlanReduced':
      // Jobs of the command `GiveUpPlan` have ids that start with `give-up-plan-`.
      // All other reductions come from automatic dispatch.
      // Automatic dispatch reduces its own plan if a cancellation was undone.
      return job.startsWith('give-up-plan-')
        ? cause('accepted plans', 'GiveUpPlan', ['CollectionPlanned'], `zone:${data.zone}`)
        : cause('automatic dispatch', 'ScheduleZone', ['CollectionPlanned'], `zone:${data.zone}`)
    case 'CollectionPlanned':
      return cause('automatic dispatch', 'ScheduleZone', ['BinReportedFull', 'ReportConfirmed'], `zone:${data.zone}`)
    case 'NotificationSent':
      return ofNotice(data)
    case 'NotificationMailed':
      return cause('mails', 'MailDigest', ['NotificationSent'], `notification:${data.notificationId}`)
    case 'NotificationPushed':
      return cause('pushes', 'PushNotification', ['NotificationSent'], `notification:${data.notificationId}`)
    case 'NotificationTextBegun':
    case 'NotificationTextRefused':
    case 'NotificationTexted':
      return cause('text messages', 'TextNotification', ['NotificationSent'], `notification:${data.notificationId}`)
    case 'NotificationArchived':
      return cause('thresholds', 'ArchiveThresholdAlert')
    default:
      return undefined
  }
}

/**
 * Returns why a schedule has ended.
 * Omits the triggering event if the schedule ended because no reports were open.
 * To find that event, the zone's whole history would be read.
 */
function ofEnd({ scheduleId, zone }: { scheduleId: string; zone: string }, job: string): EventCause {
  // Compares only the start of the job id.
  // If the schedule was resumed, the job id also contains the time.
  if (job.startsWith(`closed-${scheduleId}`))
    return cause('schedules', 'MoveScheduleOn', ['ZoneClosed'], `zone:${zone}`)
  if (job.startsWith(`complete-${scheduleId}`))
    return cause('schedules', 'MoveScheduleOn', ['CollectionStarted'], `collection:${scheduleId}`)
  if (job.startsWith('give-up-plan-'))
    return cause('accepted plans', 'GiveUpPlan', ['CollectionPlanned'], `zone:${zone}`)
  return cause('schedules', 'MoveScheduleOn')
}

const ofAnalysis = (command: EventCause['command'], { analysisId }: { analysisId: string }) =>
  cause('analyses', command, ['AnalysisRequested'], `analysis:${analysisId}`)

const ofForecast = (command: EventCause['command'], { forecastId }: { forecastId: string }) =>
  forecastId.startsWith('nightly-')
    ? cause('forecasts', command)
    : cause('forecasts', command, ['ForecastRequested'], `forecast:${forecastId}`)

/** Returns the cause of a notification that one job sends to many people. */
function ofToldAll(notice: Notice): EventCause | undefined {
  const told = ofNotice(notice)
  if (told?.policy !== 'residents') return told
  if (notice.kind !== 'collected') return { ...told, command: 'TellWaiting' }
  return cause('dispatches', 'FinishDispatch', ['TruckDispatched'], told.after?.thing)
}

interface Notice {
  notificationId: string
  kind: NotificationKind
  userId?: string | undefined
  zone?: string | undefined
}

/** Returns a notification's cause, by its kind and recipient. */
function ofNotice({ notificationId: id, kind, userId, zone }: Notice): EventCause | undefined {
  // Extracts the subject of the notification: 'schedule-SCH-AN1-T003-u1' is about SCH-AN1-T003.
  const subject = userId === undefined ? '' : id.slice(kind.length + 1, -userId.length - 1)
  const resident = (types: readonly EventType[], thing: EventSubject) =>
    cause('residents', 'NotifyResident', types, thing)
  switch (kind) {
    case 'schedule':
      return resident(['CollectionScheduled'], `collection:${subject}`)
    case 'dispatch':
      if (userId !== undefined) return resident(['CollectionStarted'], `collection:${subject}`)
      return ofTruckNews(id)
    case 'missed':
      if (userId === undefined) return cause('reopened reports', 'NotifyRole', ['ReportReopened'], reopened(id))
      if (id.startsWith('left-')) return resident(['StopServed'], `report:${id.replace(/^left-(.+?\.\d+)-.*$/, '$1')}`)
      if (id.startsWith('undone-')) return resident(['ReportReopened'], `report:${id.slice(7, -userId.length - 1)}`)
      return resident(['CollectionCompleted', 'CollectionCancelled', 'TruckDispatched'], `collection:${subject}`)
    case 'collected':
      return resident(['ReportCollected'], `report:${subject}`)
    case 'notice':
      return id.startsWith('reported-') ? resident(['BinReportedFull'], `report:${subjectOfReport(id)}`) : ofNews(id)
    case 'threshold':
      if (zone === undefined) return undefined
      return cause('thresholds', 'RaiseThresholdAlert', ['BinReportedFull', 'ReportConfirmed'], `zone:${zone}`)
    case 'digest':
      return cause('digests', 'SendDigest')
    case 'forecast':
      return cause('forecast news', 'NotifyRole', ['ForecastMade'])
    case 'security':
      return /^burst-/.test(id) ? cause('bursts', 'NotifyRole', ['BurstFlagged']) : undefined
    default:
      return ofNews(id)
  }
}

/** Extracts the report's id from ids such as 'reported-u1.4-u1'. */
const subjectOfReport = (id: string) => id.replace(/^reported-(.+?\.\d+)-.*$/, '$1')

/** Extracts the report from ids such as 'reopened-u1.4'. */
const reopened = (id: string): EventSubject => `report:${id.replace(/^reopened-/, '')}`

/**
 * Returns why a notification about a truck was sent.
 * The notification's id is like 'truck-COL-T003-1-recycler' or 'route-SCH-AN1-T003'.
 */
function ofTruckNews(id: string): EventCause | undefined {
  const [, dispatchId] = /^truck-(.+)-[a-z]+$/.exec(id) ?? []
  if (dispatchId) return cause('trucks', 'NotifyRole', ['TruckDispatched'], `dispatch:${dispatchId}`)
  const [, scheduleId] = /^route-(.+)$/.exec(id) ?? []
  return scheduleId ? cause('trucks', 'NotifyRole', ['CollectionStarted'], `collection:${scheduleId}`) : undefined
}

const NEWS: readonly [RegExp, PolicyName, EventType, (id: string) => EventSubject][] = [
  [/^(?:composition|capacity)-(.+?)-\d+(?:-[a-z]+)?$/, 'compositions', 'SiteCompositionUpdated', (id) => `site:${id}`],
  [/^dispute-(.+)-\d{4}-\d\d-\d\dT/, 'deliveries', 'CompositionDisputed', (id) => `delivery:${id}`],
  [/^settlement-(.+)-\d{4}-\d\d-\d\dT/, 'deliveries', 'DisputeSettled', (id) => `delivery:${id}`],
  [/^weight-(.+)-\d{4}-\d\d-\d\dT/, 'deliveries', 'DeliveryWeighed', (id) => `delivery:${id}`],
]

function ofNews(id: string): EventCause | undefined {
  for (const [pattern, policy, type, thing] of NEWS) {
    const [, of] = pattern.exec(id) ?? []
    if (of) return cause(policy, 'NotifyRole', [type], thing(of))
  }
  return ofTruckNews(id)
}

/**
 * Returns the id of the command from which a command id was derived, such as `<key>/code`.
 * Returns any other id unchanged.
 */
export function rootCommandOf(commandId: string): string {
  // Matches an Idempotency-Key, which is 32 bytes in base64url.
  // A suffix such as `/code` names a part of the command with this key.
  return /^[\w-]{43}(?=\/)/.exec(commandId)?.[0] ?? commandId
}
