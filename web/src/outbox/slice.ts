/** Stored reports of the signed-in user, for screens. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { rootReducer } from '#web/calls/store.ts'
import { isWaiting, type KeptReport } from './kept-report.ts'

export interface OutboxState {
  reports: KeptReport[]
}

const initialState: OutboxState = { reports: [] }

export const outboxSlice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    keptShown: (_state, { payload }: PayloadAction<KeptReport[]>) => ({ reports: payload }),
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
