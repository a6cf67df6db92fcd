/** The moment that a store of the past shows; the store of the present has none. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Through } from './api.ts'

export interface Moment {
  /** As it was asked for: a position or a time. */
  at: string
  /** Of the last event by then; '0' before the first. */
  position: string
  /** ISO 8601; what the clock shows on the boards. */
  time: string
}

/** The state of every store into which a moment may have been put. */
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

const AGAIN_AFTER_MS = 1_000

/** Why nothing can be changed in the past. */
export const REPLAY_OFF = 'Replay: nothing can be changed'

/** In a store of the past reads go out with its moment, again until that is kept; commands do not go out. */
export const throughPast: Through = async (args, call, options, send) => {
  if (call.type === 'mutation') return { error: { status: 405, message: REPLAY_OFF } }
  const shown = (call.getState() as WithMoment).moment?.at
  const answer = await send({ ...args, params: { at: shown, ...args.params } }, call, options)
  // Whoever names a moment hears that it is not kept yet.
  if (args.params?.at !== undefined || answer.error?.status !== 503 || call.signal.aborted) return answer
  await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  return throughPast(args, call, options, send)
}
