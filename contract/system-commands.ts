/** Commands that only the installation itself sends: what policies decide, and the seed. */

import { z } from 'zod'
import { ROLES } from '#rules/city.ts'
import { zoneText } from '#rules/zone-text.ts'
import { RaiseFinding } from './audit/findings.ts'
import { checkpointId, zone } from './fields.ts'
import { FailForecast, MakeForecast, ScoreForecast } from './forecasts/forecasts.ts'
import { SendDigest } from './people/digests.ts'
import { NOTIFICATION_KINDS } from './people/notifications.ts'
import { AnalysisResult } from './waste/litter.ts'
import { FailRefit, RecordRefit } from './waste/refits.ts'

/** What a zone's reports reach in a collection cycle: the number that recommends a collection, and all its customers. */
export const ALERT_LEVELS = ['recommended', 'ready'] as const
export type AlertLevel = (typeof ALERT_LEVELS)[number]

const alert = { zone, cycle: z.int().min(1), level: z.enum(ALERT_LEVELS) }

/** A zone has reached a level in this collection cycle: tell the dispatchers, once. */
export const RaiseThresholdAlert = z.object({
  type: z.literal('RaiseThresholdAlert'),
  ...alert,
  reports: z.int().min(1),
  required: z.int().min(1),
})

/** The reports of a cycle were collected: its alerts belong to the past. */
export const ArchiveThresholdAlert = z.object({ type: z.literal('ArchiveThresholdAlert'), ...alert })

/** A person was erased: whatever secrets a crash may have left of them go too. */
export const FinishErasure = z.object({ type: z.literal('FinishErasure'), userId: z.string().min(1) })

/** A schedule's time has come, or nothing is left for it to collect; what was moved by hand before stays as it is. */
export const MoveScheduleOn = z.object({
  type: z.literal('MoveScheduleOn'),
  scheduleId: z.string().min(1),
  status: z.enum(['in-progress', 'completed', 'cancelled']),
  /** Why it is called off. */
  reason: z.string().min(1).optional(),
  /** The start that this was timed by: when it was moved since, its new time counts. */
  scheduledStart: z.iso.datetime().optional(),
})

/** A truck left with the reports it collected: each resident is told, and it is written into each bin and each delivery. */
export const FinishDispatch = z.object({
  type: z.literal('FinishDispatch'),
  vehicleId: z.string().min(1),
  dispatchId: z.string().min(1),
})

/** A claim whose truck has not left in time: unless it leaves after all, what was claimed is free for another. */
export const GiveUpClaim = z.object({
  type: z.literal('GiveUpClaim'),
  vehicleId: z.string().min(1),
  claimId: z.string().min(1),
})

/** An accepted plan that not all of its trucks have taken on in time: none does, and those that had are called off. */
export const GiveUpPlan = z.object({
  type: z.literal('GiveUpPlan'),
  zone,
  cycle: z.int().min(0),
  /** Which of the cycle's plans, from 1. */
  round: z.int().min(1),
  /** As they were planned, those that were taken off it since included. */
  vehicleIds: z.array(z.string().min(1)),
})

/** A delivery came to the site whose composition was updated with it. */
export const ArriveDelivery = z.object({
  type: z.literal('ArriveDelivery'),
  deliveryId: z.string().min(1),
  /** kg, where it was measured */
  weight: z.number().min(0).optional(),
  /** percent by material, as it was told of the site with it */
  composition: z.record(z.string(), z.number()).optional(),
  /** It puts right what was told of it before: the number of the site's update that says so. */
  corrects: z.int().optional(),
  /** When that was told; now when absent. */
  arrivedAt: z.iso.datetime().optional(),
})

/** The id of the job that tells a delivery of an update of its site. `isAboard`: it had not arrived before. */
export function arrivalJobId(told: {
  deliveryId: string
  siteId: string
  /** The update's. */
  number: number
  corrects?: number | undefined
  isAboard: boolean
}): string {
  const { deliveryId, siteId, number, corrects, isAboard } = told
  const update = `${deliveryId}-${siteId}-${number}`
  if (corrects !== undefined) return `correct-${update}`
  return isAboard ? `arrive-${deliveryId}` : `measure-${update}`
}

/** The last delivery aboard has arrived: the truck is free, unless it left again since this dispatch. */
export const FreeTruck = z.object({
  type: z.literal('FreeTruck'),
  vehicleId: z.string().min(1),
  dispatchId: z.string().min(1),
})

/** Tells everybody of a role something, once, unless it is old news. */
export const NotifyRole = z.object({
  type: z.literal('NotifyRole'),
  notificationId: z.string().min(1),
  audience: z.enum(ROLES),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string().min(1),
  message: z.string().min(1),
  metadata: z.record(z.string(), z.unknown()),
  /** When it happened. */
  at: z.iso.datetime(),
})
export type NotifyRole = z.infer<typeof NotifyRole>

/** Tells a resident of a truck or of their own bin, once, unless they don't want to know or it is old news. */
export const NotifyResident = z.object({
  type: z.literal('NotifyResident'),
  userId: z.string().min(1),
  kind: z.enum(['schedule', 'dispatch', 'collected', 'missed', 'undone']),
  zone,
  /** The schedule, or the report when it was collected. */
  subject: z.string().min(1),
  /** When it happened. */
  at: z.iso.datetime(),
  /** When the truck is expected; for a schedule. */
  window: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }).optional(),
})
export type NotifyResident = z.infer<typeof NotifyResident>
export type ResidentNotice = Omit<NotifyResident, 'type'>

/** Tells all who wait in a zone of a truck, each once: one job for all, as thousands would hold up every other. */
export const TellWaiting = NotifyResident.omit({ userId: true }).extend({
  type: z.literal('TellWaiting'),
  kind: z.enum(['schedule', 'dispatch', 'missed']),
})
export type TellWaiting = z.infer<typeof TellWaiting>

/** Tells one person something of their own, once. */
export const NotifyPerson = z.object({
  type: z.literal('NotifyPerson'),
  notificationId: z.string().min(1),
  userId: z.string().min(1),
  /** The person's role. */
  audience: z.enum(ROLES),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string().min(1),
  message: z.string().min(1),
})
export type NotifyPerson = z.infer<typeof NotifyPerson>

/** A report that its reader was told is theirs by mail as well, unless they switched it off since. */
export const MailDigest = z.object({ type: z.literal('MailDigest'), notificationId: z.string().min(1) })
export type MailDigest = z.infer<typeof MailDigest>

/** A notification is pushed to the browsers of one reader. */
export const PushNotification = z.object({
  type: z.literal('PushNotification'),
  notificationId: z.string().min(1),
  userId: z.string().min(1),
})
export type PushNotification = z.infer<typeof PushNotification>

/** Older news than this is pushed to nobody. */
export const PUSH_MS = 15 * 60_000

/** The configuration was changed: a site that differs from it follows. */
export const FollowConfiguration = z.object({ type: z.literal('FollowConfiguration'), siteId: z.string().min(1) })

/** A zone has reached the number of reports that recommends a collection, and is to be scheduled without being asked. */
export const ScheduleZone = z.object({ type: z.literal('ScheduleZone'), zone, cycle: z.int().min(1) })

/** Many new accounts reported at once in a zone: its automatic dispatch waits for a dispatcher. */
export const FlagBurst = z.object({
  type: z.literal('FlagBurst'),
  zone,
  cycle: z.int().min(1),
  reports: z.int().min(1),
})

/** A resident was confirmed while a report of theirs is open. */
export const ConfirmReport = z.object({ type: z.literal('ConfirmReport'), userId: z.string().min(1) })

/** The residents of a zone are to live in another: each is moved, once. */
export const MoveResidents = z.object({
  type: z.literal('MoveResidents'),
  zone,
  to: zone,
  moveId: z.string().min(1),
  begunBy: z.string().min(1),
})

const attempt = { analysisId: z.string().min(1), attempt: z.int().min(1) }

/** A worker is about to look at a photo. Of a photo with which workers stop again and again it is told that it failed. */
export const StartAnalysis = z.object({ type: z.literal('StartAnalysis'), ...attempt })

/** What was seen in a photo. */
export const CompleteAnalysis = AnalysisResult.extend({ type: z.literal('CompleteAnalysis'), ...attempt })

/** A photo could not be looked at: why, in a sentence. */
export const FailAnalysis = z.object({ type: z.literal('FailAnalysis'), ...attempt, reason: z.string().min(1) })

/** An analysis was corrected that a site's composition was made of. */
export const FollowCorrection = z.object({
  type: z.literal('FollowCorrection'),
  analysisId: z.string().min(1),
  siteId: z.string().min(1),
})

/** The log is to be signed as it is: hourly, each hour once. */
export const SignCheckpoint = z.object({ type: z.literal('SignCheckpoint'), checkpointId })

/** A checkpoint is to be kept by an auditor, outside of the installation. */
export const MailCheckpoint = z.object({
  type: z.literal('MailCheckpoint'),
  checkpointId,
  userId: z.string().min(1),
})

export const SystemCommand = z.discriminatedUnion('type', [
  RaiseThresholdAlert,
  ArchiveThresholdAlert,
  FinishErasure,
  MoveScheduleOn,
  FinishDispatch,
  GiveUpClaim,
  GiveUpPlan,
  ArriveDelivery,
  FreeTruck,
  NotifyResident,
  TellWaiting,
  NotifyRole,
  NotifyPerson,
  SendDigest,
  MailDigest,
  PushNotification,
  FollowConfiguration,
  ScheduleZone,
  FlagBurst,
  ConfirmReport,
  MoveResidents,
  StartAnalysis,
  CompleteAnalysis,
  FailAnalysis,
  FollowCorrection,
  RecordRefit,
  FailRefit,
  MakeForecast,
  FailForecast,
  ScoreForecast,
  SignCheckpoint,
  MailCheckpoint,
  RaiseFinding,
])
export type SystemCommand = z.infer<typeof SystemCommand>

/** A job may wait in its queue while the installation is updated: before that a dispatch's id was called `collectionId`. */
function ofOlderJob(command: unknown): unknown {
  if (typeof command !== 'object' || command === null || !('collectionId' in command)) return command
  const { collectionId: dispatchId, ...rest } = command
  return { dispatchId, ...rest }
}

/** A command as it comes out of a queue. */
export const QueuedCommand = z.preprocess(ofOlderJob, SystemCommand)

/** A system command with the id that makes its repetition harmless. */
export const SystemRequest = z.object({
  commandId: z.string().min(1).max(200),
  command: QueuedCommand,
})

/** Sends a system command: in process when embedded, over HTTP otherwise. Throws when it was not accepted. */
export type SendSystemCommand = (commandId: string, command: SystemCommand) => Promise<void>

/** The id of the one alert that a zone gets at a level in a cycle. */
export const thresholdAlertId = ({ zone: name, cycle, level }: { zone: string; cycle: number; level: AlertLevel }) =>
  `${ALERTS[level]}-${zoneText(name)}-${cycle}`
const ALERTS: Record<AlertLevel, string> = { recommended: 'recommended', ready: 'threshold' }

/** Whether a notification is such an alert. */
export const isThresholdAlert = (id: string) => Object.values(ALERTS).some((prefix) => id.startsWith(`${prefix}-`))

/** The id of the one notice that dispatchers get of a burst in a cycle. */
export const burstNoticeId = (zoneName: string, cycle: number) => `burst-${zoneText(zoneName)}-${cycle}`

/** The id of what a resident is told of a schedule or a report: each is told once. */
export const residentNoticeId = ({ kind, subject, userId }: Pick<NotifyResident, 'kind' | 'subject' | 'userId'>) =>
  `${kind}-${subject}-${userId}`

/** Older news than this is told nobody. */
export const NEWS_MS = 24 * 60 * 60_000
