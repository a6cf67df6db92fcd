/** Internal commands, which only policies and the seed send. */

import { z } from 'zod'
import { ROLES } from '#domain/city.ts'
import { STOP_EXCEPTIONS } from '#domain/stop-outcomes.ts'
import { zoneSlugOf } from '#domain/zones.ts'
import { AnalysisResult } from './analyses/litter.ts'
import { FailRefitCommand, RecordRefitCommand } from './analyses/refits.ts'
import { RaiseFindingCommand } from './audit/findings.ts'
import { checkpointIdSchema, zoneIdSchema } from './fields.ts'
import { FailForecastCommand, MakeForecastCommand, ScoreForecastCommand } from './forecasts/forecasts.ts'
import { SendDigestCommand } from './notifications/digests.ts'
import { NOTIFICATION_KINDS } from './notifications/notifications.ts'
import { NotificationText } from './notifications/texts.ts'

/** Levels of a zone's cycle: collection recommended, all customers reported. */
export const ALERT_LEVELS = ['recommended', 'ready'] as const
export type AlertLevel = (typeof ALERT_LEVELS)[number]

const alert = { zone: zoneIdSchema, cycle: z.int().min(1), level: z.enum(ALERT_LEVELS) }

/** Notifies dispatchers once per cycle that a zone reached a level. */
export const RaiseThresholdAlertCommand = z.object({
  type: z.literal('RaiseThresholdAlert'),
  ...alert,
  reports: z.int().min(1),
  required: z.int().min(1),
})

/** Archives the threshold alerts of a collection cycle after all its reports are collected. */
const ArchiveThresholdAlert = z.object({ type: z.literal('ArchiveThresholdAlert'), ...alert })

/** Deletes an erased person's remaining secrets after a crashed erasure. */
const FinishErasure = z.object({ type: z.literal('FinishErasure'), userId: z.string().min(1) })

/**
 * Starts or completes a schedule that is due, or cancels one that has nothing to collect.
 * Manual changes take precedence.
 */
const MoveScheduleOn = z.object({
  type: z.literal('MoveScheduleOn'),
  scheduleId: z.string().min(1),
  status: z.enum(['in-progress', 'completed', 'cancelled']),
  /** Reason for a cancellation. */
  reason: z.string().min(1).optional(),
  /**
   * Start time of the schedule when the command was requested.
   * The command does nothing if the schedule was rescheduled since.
   */
  scheduledStart: z.iso.datetime().optional(),
})

/** Completes a dispatch: notifies residents, updates bins and deliveries. */
const FinishDispatch = z.object({
  type: z.literal('FinishDispatch'),
  vehicleId: z.string().min(1),
  dispatchId: z.string().min(1),
})

/**
 * Releases a claim if its truck did not leave in time.
 * Does nothing if it left after all.
 */
const GiveUpClaim = z.object({
  type: z.literal('GiveUpClaim'),
  vehicleId: z.string().min(1),
  claimId: z.string().min(1),
})

/**
 * Cancels an accepted plan if some of its trucks were not scheduled in time.
 * Also cancels the schedules of the plan's other trucks.
 */
const GiveUpPlan = z.object({
  type: z.literal('GiveUpPlan'),
  zone: zoneIdSchema,
  cycle: z.int().min(0),
  /** Number of the plan within its cycle, from 1. */
  round: z.int().min(1),
  /** All trucks of the original plan, including those removed since. */
  vehicleIds: z.array(z.string().min(1)),
})

/** Marks a delivery as arrived, because its site was updated. */
const ArriveDelivery = z.object({
  type: z.literal('ArriveDelivery'),
  deliveryId: z.string().min(1),
  /** Measured weight in kg. */
  weight: z.number().min(0).optional(),
  /** Percent by material, as recorded in the site update. */
  composition: z.record(z.string(), z.number()).optional(),
  /** Number of the site update that this command corrects. */
  corrects: z.int().optional(),
  /** Time of the site update; by default now. */
  arrivedAt: z.iso.datetime().optional(),
})

/**
 * Returns the id of the job by which a site update changes a delivery.
 * `isAboard` is true if the delivery had not arrived before the update.
 */
export function arrivalJobIdOf(told: {
  deliveryId: string
  siteId: string
  /** Number of the composition update, counted separately for each site. */
  number: number
  corrects?: number | undefined
  isAboard: boolean
}): string {
  const { deliveryId, siteId, number, corrects, isAboard } = told
  const update = `${deliveryId}-${siteId}-${number}`
  if (corrects !== undefined) return `correct-${update}`
  return isAboard ? `arrive-${deliveryId}` : `measure-${update}`
}

/** Frees the truck after its last delivery, unless it left again. */
const FreeTruck = z.object({
  type: z.literal('FreeTruck'),
  vehicleId: z.string().min(1),
  dispatchId: z.string().min(1),
})

/**
 * NotifyRole: notifies all users who have a role.
 * If the command is repeated or the event is old, nothing is sent.
 */
export const NotifyRoleCommand = z.object({
  type: z.literal('NotifyRole'),
  notificationId: z.string().min(1),
  audience: z.enum(ROLES),
  kind: z.enum(NOTIFICATION_KINDS),
  text: NotificationText,
  metadata: z.record(z.string(), z.unknown()),
  /** Time of the event that the notification is about. */
  at: z.iso.datetime(),
})
export type NotifyRoleCommand = z.infer<typeof NotifyRoleCommand>

/**
 * Notifies a resident once about a truck or the resident's bin.
 * Does nothing for old events or switched-off notifications.
 */
export const NotifyResidentCommand = z.object({
  type: z.literal('NotifyResident'),
  userId: z.string().min(1),
  kind: z.enum(['schedule', 'dispatch', 'collected', 'missed', 'undone', 'left', 'reported']),
  zone: zoneIdSchema,
  /** Id of the schedule, or of the report for bin notifications. */
  subject: z.string().min(1),
  /** Time of the event that the notification is about. */
  at: z.iso.datetime(),
  /** Expected arrival of the truck; only set for notifications about a schedule. */
  window: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }).optional(),
  /** Schedule and reason of a bin that was not emptied. */
  left: z.object({ scheduleId: z.string().min(1), exception: z.enum(STOP_EXCEPTIONS) }).optional(),
})
export type NotifyResidentCommand = z.infer<typeof NotifyResidentCommand>
export type ResidentNotice = Omit<NotifyResidentCommand, 'type'>

/**
 * Notifies each resident of a zone with an open report once.
 * One job notifies all, because thousands would delay other jobs.
 */
export const NotifyWaitingResidentsCommand = NotifyResidentCommand.omit({ userId: true }).extend({
  type: z.literal('TellWaiting'),
  kind: z.enum(['schedule', 'dispatch', 'missed']),
})
export type NotifyWaitingResidentsCommand = z.infer<typeof NotifyWaitingResidentsCommand>

/** Notifies one person once. */
export const NotifyPersonCommand = z.object({
  type: z.literal('NotifyPerson'),
  notificationId: z.string().min(1),
  userId: z.string().min(1),
  /** Role of the notified person. */
  audience: z.enum(ROLES),
  kind: z.enum(NOTIFICATION_KINDS),
  text: NotificationText,
})
export type NotifyPersonCommand = z.infer<typeof NotifyPersonCommand>

/**
 * Mails a digest that was already sent as a notification.
 * Does nothing if the reader has switched the mail off since.
 */
const MailDigest = z.object({ type: z.literal('MailDigest'), notificationId: z.string().min(1) })

/** Sends a notification to its single recipient by SMS. */
const TextNotification = z.object({ type: z.literal('TextNotification'), notificationId: z.string().min(1) })

/** Pushes a notification to the browsers of a single reader. */
export const PushNotificationCommand = z.object({
  type: z.literal('PushNotification'),
  notificationId: z.string().min(1),
  userId: z.string().min(1),
})
export type PushNotificationCommand = z.infer<typeof PushNotificationCommand>

export const PUSH_MAX_AGE_MS = 15 * 60_000

/** Updates a site's facts if they differ from the saved configuration. */
const FollowConfiguration = z.object({ type: z.literal('FollowConfiguration'), siteId: z.string().min(1) })

/** Schedules a zone automatically once its reports reach the recommendation. */
const ScheduleZone = z.object({ type: z.literal('ScheduleZone'), zone: zoneIdSchema, cycle: z.int().min(1) })

/**
 * Records that new accounts sent unusually many reports in a zone.
 * Automatic dispatch of the zone then waits until a dispatcher allows it.
 */
const FlagBurst = z.object({
  type: z.literal('FlagBurst'),
  zone: zoneIdSchema,
  cycle: z.int().min(1),
  reports: z.int().min(1),
})

/** Confirms a resident's open report after their account was confirmed. */
const ConfirmReport = z.object({ type: z.literal('ConfirmReport'), userId: z.string().min(1) })

/** Moves the residents of a zone to another, each once. */
const MoveResidents = z.object({
  type: z.literal('MoveResidents'),
  zone: zoneIdSchema,
  to: zoneIdSchema,
  moveId: z.string().min(1),
  begunBy: z.string().min(1),
})

const attempt = { analysisId: z.string().min(1), attempt: z.int().min(1) }

/**
 * Records that a worker started an analysis.
 * Several starts without an end mark the analysis as failed.
 */
export const StartAnalysisCommand = z.object({ type: z.literal('StartAnalysis'), ...attempt })

/** Records the result of an analysis. */
export const CompleteAnalysisCommand = AnalysisResult.extend({ type: z.literal('CompleteAnalysis'), ...attempt })

/** Records that an analysis failed, with the reason as a sentence. */
export const FailAnalysisCommand = z.object({ type: z.literal('FailAnalysis'), ...attempt, reason: z.string().min(1) })

/** Updates a site's composition after its analysis was corrected. */
const FollowCorrection = z.object({
  type: z.literal('FollowCorrection'),
  analysisId: z.string().min(1),
  siteId: z.string().min(1),
})

/** Signs the log, once every hour. */
const SignCheckpoint = z.object({ type: z.literal('SignCheckpoint'), checkpointId: checkpointIdSchema })

/** Mails a checkpoint to an auditor, as an external copy. */
const MailCheckpoint = z.object({
  type: z.literal('MailCheckpoint'),
  checkpointId: checkpointIdSchema,
  userId: z.string().min(1),
})

export const InternalCommand = z.discriminatedUnion('type', [
  RaiseThresholdAlertCommand,
  ArchiveThresholdAlert,
  FinishErasure,
  MoveScheduleOn,
  FinishDispatch,
  GiveUpClaim,
  GiveUpPlan,
  ArriveDelivery,
  FreeTruck,
  NotifyResidentCommand,
  NotifyWaitingResidentsCommand,
  NotifyRoleCommand,
  NotifyPersonCommand,
  SendDigestCommand,
  MailDigest,
  TextNotification,
  PushNotificationCommand,
  FollowConfiguration,
  ScheduleZone,
  FlagBurst,
  ConfirmReport,
  MoveResidents,
  StartAnalysisCommand,
  CompleteAnalysisCommand,
  FailAnalysisCommand,
  FollowCorrection,
  RecordRefitCommand,
  FailRefitCommand,
  MakeForecastCommand,
  FailForecastCommand,
  ScoreForecastCommand,
  SignCheckpoint,
  MailCheckpoint,
  RaiseFindingCommand,
])
export type InternalCommand = z.infer<typeof InternalCommand>

/**
 * Converts jobs that were queued by an earlier version.
 * They have `collectionId` instead of `dispatchId`.
 * Their notifications contain finished texts.
 */
function ofOlderJob(command: unknown): unknown {
  if (typeof command !== 'object' || command === null) return command
  if ('collectionId' in command) {
    const { collectionId: dispatchId, ...rest } = command
    return { dispatchId, ...rest }
  }
  if ('title' in command && 'message' in command && !('text' in command)) {
    const { title, message, ...rest } = command
    return { ...rest, text: { kind: 'text', values: { title, message } } }
  }
  return command
}

/** A command as read from a queue. */
export const QueuedCommand = z.preprocess(ofOlderJob, InternalCommand)

/**
 * An internal command with its command id.
 * A second command with the same id has no effect.
 */
export const InternalRequest = z.object({
  commandId: z.string().min(1).max(200),
  command: QueuedCommand,
})

/**
 * Function that sends an internal command, over HTTP or within the process.
 * Throws if the command is not accepted.
 */
export type InternalCommandSender = (commandId: string, command: InternalCommand) => Promise<void>

/**
 * Returns the id of a threshold alert.
 * There is only one alert per zone, collection cycle and alert level.
 */
export const thresholdAlertIdOf = ({ zone: name, cycle, level }: { zone: string; cycle: number; level: AlertLevel }) =>
  `${ALERTS[level]}-${zoneSlugOf(name)}-${cycle}`
const ALERTS: Record<AlertLevel, string> = { recommended: 'recommended', ready: 'threshold' }

/** Returns whether the notification with this id says that a zone has reached its threshold. */
export const isThresholdAlert = (id: string) => Object.values(ALERTS).some((prefix) => id.startsWith(`${prefix}-`))

/**
 * Returns the id of the notice about unusually many reports from new accounts in a zone.
 * Each collection cycle of the zone has one such id.
 */
export const reportBurstNoticeIdOf = (zoneName: string, cycle: number) => `burst-${zoneSlugOf(zoneName)}-${cycle}`

/**
 * Returns the id of a resident's notification.
 * Each resident gets one notification per kind and schedule or report.
 * For a bin that the driver could not collect, there is one per schedule and exception.
 */
export const residentNoticeIdOf = ({
  kind,
  subject,
  userId,
  left,
}: Pick<NotifyResidentCommand, 'kind' | 'subject' | 'userId' | 'left'>) =>
  `${kind}-${subject}-${left ? `${left.scheduleId}-${left.exception}-` : ''}${userId}`

export const NOTIFICATION_MAX_AGE_MS = 24 * 60 * 60_000
