/**
 * Loads events of the audit log for the history and replay screens.
 * Polls while the server still indexes the log.
 */
import { useEffect } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import { api } from './api.ts'
import { defineQuery } from './request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({ auditEvents: build.query(defineQuery('auditEvents')) }),
})

export const { useAuditEventsQuery, useLazyAuditEventsQuery } = calls

/** Interval in ms between requests while the server indexes the log. */
export const POLL_INTERVAL_MS = 1_500

/** Calls a function every `POLL_INTERVAL_MS` while `on` is true. */
export function usePolling(on: boolean, ask: () => unknown): void {
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => void ask(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [on, ask])
}

/**
 * Returns the percentage of the log that is indexed.
 * `done` and `of` are positions, not counts of events.
 */
export const indexedLogPercentOf = ({ done, of }: { done: number; of: number }) =>
  of <= 0 ? 0 : Math.floor((Math.max(0, done) / of) * 100)

/**
 * Feed room to watch after an auditor's command; every role may read it.
 * Once the room has reached the command's position, the views contain the command.
 */
export const AUDIT_POSITION_ROOM: RoomName = 'my-notifications'
