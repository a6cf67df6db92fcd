/** Redux slice of this device's stored data for the signed-in user. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import type { BodyInputOf } from '#contract/endpoints.ts'
import { rootReducer } from '#web/lib/api/api.ts'
import { isEntryWaiting, type StoredEntry } from './stored.ts'
import type { StoredAction } from './stored-action.ts'

/**
 * A resident's report stored on this device.
 * Once it is sent, `sentAs` is the server's id for it.
 */
export interface StoredReport extends StoredEntry, Omit<BodyInputOf<'reportBinFull'>, 'userId'> {
  description: string
}

interface OutboxState {
  reports: readonly StoredReport[]
  /** A driver's actions; undefined until read from the device. */
  actions?: readonly StoredAction[] | undefined
}

const initialState: OutboxState = { reports: [] }

const outboxSlice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    storedReportsShown: (state, { payload }: PayloadAction<readonly StoredReport[]>) => ({
      ...state,
      reports: payload,
    }),
    storedActionsShown: (state, { payload }: PayloadAction<readonly StoredAction[] | undefined>) => ({
      ...state,
      actions: payload,
    }),
  },
})

rootReducer.inject(outboxSlice)

export const { storedReportsShown, storedActionsShown } = outboxSlice.actions

interface WithOutbox {
  outbox?: OutboxState
}

const { reports: none } = initialState

/**
 * Returns the reports stored in this browser: waiting, sent and refused ones, oldest first.
 * A sent report may not be in the feed yet.
 */
export function useStoredReports() {
  const reports = useSelector((state: WithOutbox) => state.outbox?.reports ?? none)
  return useMemo(
    () => ({
      waiting: reports.filter(isEntryWaiting),
      sent: reports.filter(({ sentAs }) => sentAs !== undefined),
      refused: reports.filter(({ refusal }) => refusal !== undefined),
    }),
    [reports],
  )
}

/** Returns a driver's stored actions, oldest first; undefined until read. */
export const useStoredActions = (): readonly StoredAction[] | undefined =>
  useSelector((state: WithOutbox) => state.outbox?.actions)

/** Returns the number of the user's unsent entries. */
export const useUnsentEntryCount = (): number =>
  useSelector(
    ({ outbox }: WithOutbox) => [...(outbox?.reports ?? []), ...(outbox?.actions ?? [])].filter(isEntryWaiting).length,
  )
