/**
 * Sends the simulated year's notifications to staff at their times.
 * Marks them as read some hours later.
 */
import { userIdOf } from '#command-api/accounts/register.ts'
import { type NotificationState, notificationAggregate } from '#command-api/aggregates/notification.ts'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { markNotificationRead } from '#command-api/notifications/read-notification.ts'
import type { Event, EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import type { Role } from '#domain/city.ts'
import { hasKnownType, LOG_START, type Position } from '#platform/event-store/event-store.ts'
import { createCompositionNotificationPolicy } from '#workers/notifications/role-notifications.ts'
import { createThresholdPolicy } from '#workers/notifications/threshold-policy.ts'
import { createTruckPolicy } from '#workers/notifications/truck-policies.ts'

/**
 * Time in ms after which the simulation marks a notification as read.
 * Those from the last hours of the simulated year stay unread for visitors.
 */
const UNREAD_MS = 4 * 3_600_000
const AT_ONCE = 10_000

const READERS: Partial<Record<Role, string>> = {
  dispatcher: userIdOf('seed/DISP001'),
  recycler: userIdOf('seed/REC001'),
}

interface PastNotifications {
  /**
   * Sends the notifications about all events added to the log since the last call.
   * `now` is the time of the last event.
   */
  tell(now: Date): Promise<void>
}

/**
 * Creates the sender of notifications about past events.
 * It reads the log from the start, so a resumed seed sends no notification twice.
 */
export function createPastNotifications(kernel: Kernel): PastNotifications {
  const { store } = kernel
  /** Time of the current event. */
  let time = new Date(0)
  const then: Kernel = { ...kernel, clock: () => time }
  const send = createInternalCommands(then)
  const clock = then.clock
  const policies = [createThresholdPolicy(), createCompositionNotificationPolicy(clock), createTruckPolicy(clock)]
  const unread = new Map<string, EventData<'NotificationSent'>>()
  const asked = new Set<string>()
  let position: Position = LOG_START

  async function follow(event: Event, now: Date): Promise<void> {
    for (const policy of policies) policy.evolve(event)
    if (event.type === 'NotificationSent') unread.set(event.data.notificationId, event.data)
    if (event.type === 'NotificationRead') unread.delete(event.data.notificationId)
    for (const { id, job, data } of policies.flatMap((policy) => policy.outstanding())) {
      if (job !== 'send-command' || asked.has(id)) continue
      asked.add(id)
      time = timeOf(data, event) ?? now
      await send(`job/${id}`, data)
    }
  }

  async function readBefore(now: Date): Promise<void> {
    for (const { notificationId, audience, sentAt } of unread.values()) {
      const readAt = new Date(Date.parse(sentAt) + UNREAD_MS)
      const reader = READERS[audience]
      if (readAt > now || !reader) continue
      time = readAt
      const decide = (state: NotificationState) => markNotificationRead({ by: reader }, state, clock())
      const envelope = {
        commandId: `seed/read-${notificationId}`,
        fingerprint: 'seed',
        actor: reader,
        simulated: true,
      } as const
      const read = await handleCommand(
        store,
        notificationAggregate.stream(notificationId),
        notificationAggregate,
        decide,
        envelope,
      )
      if (isRejection(read)) throw new Error(`The seed was refused at ${notificationId}: ${read.message}`)
      unread.delete(notificationId)
    }
  }

  return {
    async tell(now) {
      for (;;) {
        const events = await store.readAll(position, AT_ONCE)
        if (events.length === 0) break
        for (const event of events) {
          time = now
          if (hasKnownType(event)) await follow(event, now)
          position = event.position
        }
      }
      await readBefore(now)
    },
  }
}

/**
 * Returns the time of the event that caused a notification, if known.
 * For a notification to a role, the command itself contains the time.
 */
function timeOf(command: InternalCommand, { type, data }: Event): Date | undefined {
  if (command.type === 'NotifyRole') return new Date(command.at)
  switch (type) {
    case 'BinReportedFull':
      return new Date(data.reportedAt)
    case 'TruckDispatched':
      return new Date(data.dispatchedAt)
    default:
      return undefined
  }
}
