/** Answers queries about phone gateways, their traffic, and SMS notifications. */
import { PHONE_GATEWAY_NAMES, PHONE_GATEWAYS } from '#contract/phone/gateways.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { TrafficSummary } from '#platform/phone/traffic.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { DAILY_SMS_LIMITER_NAME } from '#platform/vault/counts.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import type { PersonDirectory } from '../queries/people.ts'
import type { GatewayRow, SmsNotificationRow } from './phone-views.ts'

/**
 * Answers reads of phone traffic and settings.
 * Both belong to the running installation, not to the log.
 */
export function createPhoneTrafficReadHandlers({ phoneTraffic, phoneSettings }: ReadDependencies): ReadHandlers {
  return {
    async phoneTraffic() {
      const { since, callbacks, sessions } = (await phoneTraffic?.read()) ?? NO_TRAFFIC
      return {
        ...(since !== undefined && { since }),
        callbacks: callbacks.map((callback, index) => ({ id: `${callback.at}/${index}`, ...callback })),
        ...{ sessions, textsPerDay: 0, ...phoneSettings },
      }
    },
  }
}

const NO_TRAFFIC: TrafficSummary = { callbacks: [], sessions: 0 }

export function createPhoneReadHandlers(): ReadHandlers {
  return {
    async gateways(_, { rows }) {
      const found = await rows.get<GatewayRow>('gateways', PHONE_GATEWAYS)
      const gateways = PHONE_GATEWAYS.map((id, index) => ({
        id,
        name: PHONE_GATEWAY_NAMES[id],
        secrets: (found[index]?.secrets ?? []).map((createdAt, nth) => ({
          createdAt,
          ...(nth > 0 && { replaced: true as const }),
        })),
      }))
      return { gateways }
    },
  }
}

const DAY_MS = 24 * 60 * 60_000
const FAILURES = 20

/** Answers reads of SMS, with the vault's counts of all SMS. */
export function createSmsTrafficReadHandlers(
  { vault }: Pick<ReadDependencies, 'vault'>,
  people: PersonDirectory,
): ReadHandlers {
  return {
    async smsTraffic(_, { rows, now }) {
      const since = new Date(now.getTime() - DAY_MS).toISOString()
      const count = (filter: object) => rows.count('texts', { at: { $gte: since }, ...filter })
      const [sent, withheld, refused, unknown, undelivered, failed, counted] = await Promise.all([
        count({ outcome: 'sent' }),
        count({ outcome: { $in: ['too-many', 'daily-limit'] } }),
        count({ outcome: 'refused' }),
        count({ outcome: 'unknown' }),
        count({ undelivered: { $ne: null } }),
        newestFailures(rows, people),
        vault.counted(DAILY_SMS_LIMITER_NAME, now.getTime()),
      ])
      return { since, sent, withheld, refused, unknown, undelivered, counted_today: counted.count, failed }
    },
  }
}

async function newestFailures(rows: Rows, people: PersonDirectory) {
  const found = await rows.find<SmsNotificationRow>('texts', {
    filter: { $or: [{ outcome: { $in: ['refused', 'unknown'] } }, { undelivered: { $ne: null } }] },
    sort: { at: -1, id: 1 },
    limit: FAILURES,
  })
  const recipients = await people.byId(
    rows,
    found.map(({ userId }) => userId),
  )
  return found.map(({ id, userId, at, outcome, undelivered }) => ({
    ...{ notification_id: id, user_id: userId, user_name: recipients.get(userId)?.name, at },
    outcome: outcome === 'refused' || outcome === 'unknown' ? outcome : ('undelivered' as const),
    ...(undelivered !== undefined && { reason: undelivered }),
  }))
}
