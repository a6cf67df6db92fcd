/** A report that this device stores until the server answers, and what each answer means. */

import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { type Failure, isRefusal } from '#web/lib/api/api.ts'
import { rootReducer } from '#web/lib/api/store.ts'

export interface StoredReport {
  /** Idempotency-Key. Every attempt uses the same, so that the report is created only once. */
  key: string
  /** The user who reported. Other users neither send nor see it. */
  userId: string
  description: string
  /**
   * When it was made by this device's clock, in epoch ms.
   * It is only shown, because that clock may be wrong or may be changed later.
   */
  madeAt: number
  /** Sequence number, by which reports are sent. Reports stored by an earlier version have none. */
  place?: number
  /** Until this time (epoch ms) only the dialog in which it was made sends the report. */
  heldUntil: number
  /** Id of the created report. The entry is removed once the feed has delivered that report. */
  sentAs?: string
  /** Text of the server's refusal. The entry is removed when the user dismisses it. */
  refusal?: string
}

/** What to do after a failed attempt: retry later, retry after a sign-in, or give up. */
type SendOutcome = 'wait' | 'signed-out' | 'refused'

/** Returns what to do after a failure. Unclear failures are retried. */
export function sendOutcomeOf(failure: Failure): SendOutcome {
  if (failure.status === 401) return 'signed-out'
  return isRefusal(failure) ? 'refused' : 'wait'
}

export function isWaiting({ sentAs, refusal }: StoredReport): boolean {
  return sentAs === undefined && refusal === undefined
}

/**
 * Time in which only the dialog sends the report, in ms.
 * It is longer than the timeout of a call (10 s).
 */
export const DIALOG_SEND_TIMEOUT_MS = 15_000

/**
 * Returns true while only the dialog may send the report.
 * A longer remaining time means that the clock was set back, and is ignored.
 */
export function isOwnedByDialog({ heldUntil }: StoredReport, now: number): boolean {
  return heldUntil > now && heldUntil - now <= DIALOG_SEND_TIMEOUT_MS
}

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 5 * 60_000

/**
 * Returns the ms until the next attempt after `failed` failures.
 * The delay doubles each time, up to five minutes.
 */
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
 * The feed may not have delivered the sent ones yet.
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
