/** Policies that forward notifications: to subscribed browsers, and digests by mail. */

import type { Event, EventData } from '#contract/events.ts'
import { NOTIFICATION_MAX_AGE_MS, PUSH_MAX_AGE_MS } from '#contract/internal-commands.ts'
import type { Role } from '#domain/city.ts'
import {
  createCommandJob,
  createRankCounter,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

/**
 * Maximum number of pending pushes of notifications to whole roles.
 * While more are pending, further ones appear only in the app.
 * Otherwise a person who sends thousands would delay all other jobs.
 */
const MAX_PENDING_ROLE_PUSHES = 5_000
/**
 * Maximum number of pending pushes of one person.
 * While more are pending, further ones appear only in the app.
 * If a person's push service does not answer, their pushes are retried until they are old.
 */
const MAX_PENDING_PUSHES_PER_PERSON = 50

/**
 * Time in ms by which a notification's date may be ahead.
 * After a clock was a year ahead, pushes would stay pending for a year.
 */
const MAX_AHEAD_MS = 24 * 60 * 60_000

interface PendingPush {
  sentAt: number
  /** Set if the notification is for all users of a role. */
  isForRole?: true
  /** Ids of users who have not received the push yet. */
  userIds: Set<string>
}

/**
 * Push policy: sends recent unread notifications to the users' subscribed browsers.
 * `clock` decides which are recent enough.
 */
export function createPushPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /** Ids of users with a subscribed browser. */
  const taking = keep('taking', new Set<string>())
  /**
   * Staff roles by user.
   * A role's notification goes to all its users.
   */
  const roles = keep('roles', new Map<string, Role>())
  const unpushed = keep('unpushed', new Map<string, PendingPush>())
  /** Number of pending pushes by user; counting them anew for each notification would be slow. */
  const pending = keep('pending', new Map<string, number>())
  const isOld = (at: number) => {
    const age = clock().getTime() - at
    return age > PUSH_MAX_AGE_MS || -age > MAX_AHEAD_MS
  }

  function setRole(userId: string, role: Role): void {
    if (role === 'resident') roles.delete(userId)
    else roles.set(userId, role)
  }

  function queuePushes({ notificationId, userId, audience, sentAt }: EventData<'NotificationSent'>): void {
    const at = Date.parse(sentAt)
    if (isOld(at)) return
    const meant = userId === undefined ? [...taking].filter((id) => roles.get(id) === audience) : [userId]
    const reachable = meant.filter((id) => taking.has(id))
    if (reachable.length === 0) return
    const hasRoom = (id: string) => (pending.get(id) ?? 0) < MAX_PENDING_PUSHES_PER_PERSON
    if (!reachable.every(hasRoom)) dropOld()
    const userIds = new Set(reachable.filter(hasRoom))
    if (userIds.size === 0) return
    if (userId === undefined && countRolePushes() >= MAX_PENDING_ROLE_PUSHES) return
    drop(notificationId)
    unpushed.set(notificationId, { sentAt: at, ...(userId === undefined && { isForRole: true }), userIds })
    for (const id of userIds) pending.set(id, (pending.get(id) ?? 0) + 1)
  }

  function dropOld(): void {
    for (const [id, { sentAt, userIds }] of unpushed) if (userIds.size === 0 || isOld(sentAt)) drop(id)
  }

  function drop(notificationId: string): void {
    const { userIds } = unpushed.get(notificationId) ?? {}
    for (const id of userIds ?? []) dropPush(userIds, id)
    unpushed.delete(notificationId)
  }

  function dropPush(userIds: Set<string> | undefined, userId: string): void {
    if (!userIds?.delete(userId)) return
    const left = (pending.get(userId) ?? 0) - 1
    if (left > 0) pending.set(userId, left)
    else pending.delete(userId)
  }

  function countRolePushes(): number {
    let pending = 0
    for (const { sentAt, isForRole, userIds } of unpushed.values())
      if (isForRole && !isOld(sentAt)) pending += userIds.size
    return pending
  }

  function stopPushes(userId: string): void {
    taking.delete(userId)
    for (const { userIds } of unpushed.values()) dropPush(userIds, userId)
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'AccountRegistered':
        case 'AccountReassigned':
          return setRole(data.userId, data.role)
        case 'AccountErased':
          roles.delete(data.userId)
          return stopPushes(data.userId)
        case 'PushSwitchedOn':
          taking.add(data.userId)
          return
        case 'PushSwitchedOff':
          return stopPushes(data.userId)
        case 'NotificationSent':
          return queuePushes(data)
        case 'NotificationPushed':
          return dropPush(unpushed.get(data.notificationId)?.userIds, data.userId)
        case 'NotificationRead':
        case 'NotificationArchived':
          return drop(data.notificationId)
      }
    },
    outstanding(): OutstandingJob[] {
      dropOld()
      const rankOf = createRankCounter()
      return [...unpushed].flatMap(([notificationId, { userIds }]) =>
        [...userIds].map((userId) => ({
          ...createCommandJob(`push-${notificationId}-${userId}`, { type: 'PushNotification', notificationId, userId }),
          background: rankOf(userId),
        })),
      )
    },
  }
}

interface PendingMail {
  userId: string
  sentAt: string
}

/**
 * Policy that mails each digest once, within a day.
 * It ignores digests that are too old according to `clock`, so an old log causes no mails.
 */
export function createMailPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const unmailed = keep('unmailed', new Map<string, PendingMail>())
  const isOld = (at: string) => clock().getTime() - Date.parse(at) > NOTIFICATION_MAX_AGE_MS

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'NotificationSent': {
          const { kind, userId, notificationId, sentAt } = data
          if (kind === 'digest' && userId && !isOld(sentAt)) unmailed.set(notificationId, { userId, sentAt })
          return
        }
        case 'NotificationMailed':
          unmailed.delete(data.notificationId)
          return
        case 'AccountErased':
          for (const [id, { userId }] of unmailed) if (userId === data.userId) unmailed.delete(id)
          return
      }
    },
    outstanding(): OutstandingJob[] {
      for (const [id, { sentAt }] of unmailed) if (isOld(sentAt)) unmailed.delete(id)
      return [...unmailed.keys()].map((notificationId) =>
        createCommandJob(`mail-${notificationId}`, { type: 'MailDigest', notificationId }),
      )
    },
  }
}
