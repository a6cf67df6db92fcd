/**
 * Port for phone gateways' traffic: last callbacks, and sessions by hour.
 * It has no personal data.
 */
import type { GatewayCallback } from '#contract/phone/views.ts'

/**
 * Maximum number of stored callbacks by category.
 * Callbacks with a wrong secret (`refused`) have their own limit, so they never displace others.
 */
export const MAX_STORED_CALLBACKS = { known: 40, refused: 5 } as const
export type CallbackCategory = keyof typeof MAX_STORED_CALLBACKS

const HOUR_MS = 3_600_000
/** Number of past hours over which sessions are counted. */
export const SESSION_COUNT_HOURS = 24

export interface TrafficSummary {
  /**
   * Set only if callbacks are stored in memory.
   * It is the process's start time; earlier callbacks are lost.
   */
  since?: string
  /** Recent callbacks of the gateway, newest first. */
  callbacks: GatewayCallback[]
  /** Count of sessions in the last 24 hours. */
  sessions: number
}

/**
 * Stores the recent callbacks of phone gateways.
 * The rules are numbered; the conformance suite quotes them.
 * - PT1 `read` returns the last callbacks, newest first, and the number of sessions in 24 hours.
 * - PT2 Calls with a wrong secret never push out other callbacks.
 * - PT3 `note` and `countSession` never throw, and their caller does not wait.
 */
export interface GatewayTrafficStore {
  note(callback: GatewayCallback): void
  countSession(): void
  read(): Promise<TrafficSummary>
}

export const hourOf = (ms: number) => Math.floor(ms / HOUR_MS)
export const callbackCategoryOf = ({ status }: GatewayCallback): CallbackCategory =>
  status === 404 ? 'refused' : 'known'
export const sortNewestFirst = (callbacks: readonly GatewayCallback[]) =>
  callbacks.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))

/**
 * Stores gateway callbacks and session counts in memory, for this process only.
 * `now` returns epoch ms.
 */
export function createMemoryGatewayTraffic(now: () => number = Date.now): GatewayTrafficStore {
  const since = new Date(now()).toISOString()
  const byCategory: Record<CallbackCategory, GatewayCallback[]> = { known: [], refused: [] }
  const hours = new Map<number, number>()
  return {
    note(callback) {
      const category = callbackCategoryOf(callback)
      byCategory[category] = [callback, ...byCategory[category]].slice(0, MAX_STORED_CALLBACKS[category])
    },
    countSession() {
      const hour = hourOf(now())
      hours.set(hour, (hours.get(hour) ?? 0) + 1)
      for (const each of hours.keys()) if (each <= hour - SESSION_COUNT_HOURS) hours.delete(each)
    },
    async read() {
      const oldest = hourOf(now()) - SESSION_COUNT_HOURS
      return {
        since,
        callbacks: sortNewestFirst([...byCategory.known, ...byCategory.refused]),
        sessions: [...hours].reduce((sum, [hour, count]) => sum + (hour > oldest ? count : 0), 0),
      }
    },
  }
}
