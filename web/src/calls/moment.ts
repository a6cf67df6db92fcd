/** The moment that a store of the past shows; the store of the present has none. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

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
