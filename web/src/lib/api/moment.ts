/** The moment of a replay store; the live store has none. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { CallMiddleware } from './api.ts'

export interface Moment {
  /** Position or time as requested. */
  at: string
  /** Position of the last event until then; '0' before the first. */
  position: string
  /** ISO 8601; shown by the clocks of the dashboards. */
  time: string
}

/** State of a store that may have a moment. */
export interface WithMoment {
  moment?: Moment | null
}

export const momentSlice = createSlice({
  name: 'moment',
  initialState: null as Moment | null,
  reducers: {
    momentShown: (_state, { payload }: PayloadAction<Moment>): Moment => payload,
  },
})

export const { momentShown } = momentSlice.actions

const RETRY_AFTER_MS = 1_000

/** Tooltip of disabled commands in a replay. */
export const REPLAY_DISABLED_REASON = 'Replay: nothing can be changed'

/**
 * Adds the moment to the reads of a replay store and refuses its commands.
 * Reads repeat until the server has built that moment.
 */
export const replayMiddleware: CallMiddleware = async (args, call, options, send) => {
  if (call.type === 'mutation') return { error: { status: 405, message: REPLAY_DISABLED_REASON } }
  const shown = (call.getState() as WithMoment).moment?.at
  const answer = await send({ ...args, params: { at: shown, ...args.params } }, call, options)
  // A caller that names its own moment receives the 503.
  if (args.params?.at !== undefined || answer.error?.status !== 503 || call.signal.aborted) return answer
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
  return replayMiddleware(args, call, options, send)
}
