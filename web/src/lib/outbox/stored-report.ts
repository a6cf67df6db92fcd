/** A report that this device stores until the server responds, and the outcome of each response. */

import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { type Failure, isRefusal } from '#web/lib/api/api.ts'
import { rootReducer } from '#web/lib/api/store.ts'

export interface StoredReport {
  /** Idempotency-Key, the same for every attempt, so that none duplicates the report. */
  key: string
  /** Owner; other users neither send nor see it. */
  userId: string
  description: string
  /** When it was made by this device's clock, epoch ms. Only shown: that clock may be wrong, or set while the report waits. */
  madeAt: number
  /** Counts up with each report that is kept; absent of one that an earlier version kept. */
  place?: number
  /** Until this time (epoch ms), the dialog that created the report sends it itself. */
  heldUntil: number
  /** Id of the created report; the entry is removed once the feed has shown it. */
  sentAs?: string
  /** Text of the server's refusal; the entry is removed when its owner dismisses it. */
  refusal?: string
}

/** Outcome of a failed attempt: retry later, retry after a sign-in, or never. */
type SendOutcome = 'wait' | 'signed-out' | 'refused'

/** Returns the outcome; an unclear failure is retried. */
export function sendOutcomeOf(failure: Failure): SendOutcome {
  if (failure.status === 401) return 'signed-out'
  return isRefusal(failure) ? 'refused' : 'wait'
}

export function isWaiting({ sentAs, refusal }: StoredReport): boolean {
  return sentAs === undefined && refusal === undefined
}

/** Time in which only the dialog sends the report, in ms; longer than a call's timeout (10 s). */
export const DIALOG_SEND_TIMEOUT_MS = 15_000

/**
 * Returns true while the dialog owns the report.
 * A longer hold comes from a clock that was set back, and is ignored.
 */
export function isOwnedByDialog({ heldUntil }: StoredReport, now: number): boolean {
  return heldUntil > now && heldUntil - now <= DIALOG_SEND_TIMEOUT_MS
}

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 5 * 60_000

/** Returns the ms until the next attempt after `failed` failures: doubling, at most five minutes. */
export function retryDelay(failed: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failed - 1), LAST_RETRY_MS)
}

interface OutboxState {
  reports: StoredReport[]
}

const initialState: OutboxState = { reports: [] }

const outboxSlice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    keptShown: (_state, { payload }: PayloadAction<StoredReport[]>) => ({ reports: payload }),
  },
})

rootReducer.inject(outboxSlice)

export const { keptShown } = outboxSlice.actions

interface WithOutbox {
  outbox?: OutboxState
}

const { reports: none } = initialState

/**
 * Returns the waiting, sent and refused reports, oldest first.
 * Sent ones may not be on the screen yet.
 */
export function useOutbox() {
  const reports = useSelector((state: WithOutbox) => state.outbox?.reports ?? none)
  return useMemo(
    () => ({
      waiting: reports.filter(isWaiting),
      sent: reports.filter(({ sentAs }) => sentAs !== undefined),
      refused: reports.filter(({ refusal }) => refusal !== undefined),
    }),
    [reports],
  )
}
