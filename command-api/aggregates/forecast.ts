/**
 * Requested and completed forecasts of a day.
 * Scores have a separate stream.
 */
import { defineAggregate } from '../kernel/category.ts'

export interface ForecastState {
  /** Ids of completed and failed forecasts. */
  done: readonly string[]
  /** Time of the latest forecast, ISO 8601. */
  madeAt?: string
  /** Times of the requests, oldest first. */
  requests: readonly string[]
  /** Latest forecast request that is not yet completed. */
  asked?: { forecastId: string; requestedAt: string }
}

const finished = ({ done, asked, ...state }: ForecastState, forecastId: string): ForecastState => ({
  ...state,
  done: [...done, forecastId],
  ...(asked && asked.forecastId !== forecastId && { asked }),
})

export const forecastAggregate = defineAggregate<ForecastState, 'forecast'>(
  'forecast',
  { done: [], requests: [] },
  {
    ForecastMade: (state, { forecastId, madeAt }) => ({ ...finished(state, forecastId), madeAt }),
    ForecastRequested: (state, { forecastId, requestedAt }) => ({
      ...state,
      asked: { forecastId, requestedAt },
      requests: [...state.requests, requestedAt],
    }),
    ForecastFailed: (state, { forecastId }) => finished(state, forecastId),
  },
)

/** Actual tonnes by zone, as recorded when the day's forecast was last scored. */
export type ForecastScoresByDay = Readonly<Record<string, number>>

export const forecastScoreAggregate = defineAggregate<ForecastScoresByDay, 'score'>(
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
