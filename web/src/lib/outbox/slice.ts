/** Stored reports of the signed-in user, for screens. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { rootReducer } from '#web/lib/api/store.ts'
import { isWaiting, type StoredReport } from './stored-report.ts'

export interface OutboxState {
  reports: StoredReport[]
}

const initialState: OutboxState = { reports: [] }

export const outboxSlice = createSlice({
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
