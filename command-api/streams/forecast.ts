/** The forecasts of a day: those that were made, one that is asked for; and, in a stream of its own, how a foreseen day came out. */
import { category } from '../kernel/category.ts'

export interface ForecastState {
  /** The ids of those that are done, well or not. */
  done: readonly string[]
  /** Of the latest that was made, ISO 8601. */
  madeAt?: string
  /** When they were asked for, the oldest first. */
  requests: readonly string[]
  /** Asked for and not done. */
  asked?: { forecastId: string; requestedAt: string }
}

const finished = ({ done, asked, ...state }: ForecastState, forecastId: string): ForecastState => ({
  ...state,
  done: [...done, forecastId],
  ...(asked && asked.forecastId !== forecastId && { asked }),
})

export const forecast = category<ForecastState, 'forecast'>(
  'forecast',
  { done: [], requests: [] },
  {
    ForecastMade: (state, { forecastId, madeAt }) => ({ ...finished(state, forecastId), madeAt }),
    ForecastRequested: (state, { forecastId, requestedAt }) => ({
      ...state,
      ...{ asked: { forecastId, requestedAt }, requests: [...state.requests, requestedAt] },
    }),
    ForecastFailed: (state, { forecastId }) => finished(state, forecastId),
  },
)

/** What is known to have come of each zone, tonnes. */
export type ScoreState = Readonly<Record<string, number>>

export const score = category<ScoreState, 'score'>(
  'score',
  {},
  {
    ForecastScored(state, { scores, withdrawn = [] }) {
      const gone = new Set(withdrawn.map(({ zone }) => zone))
      const kept = Object.entries(state).filter(([zone]) => !gone.has(zone))
      return Object.fromEntries([...kept, ...scores.map(({ zone, actual }) => [zone, actual] as const)])
    },
  },
)
