/** Events of waste forecasts and their scores. */
import { z } from 'zod'
import { at, userId } from '../fields.ts'
import { day, ForecastDayScore, forecastFields, WithdrawnForecastScore } from './forecasts.ts'

export const forecastEvents = {
  // Stream forecast-{day on which the forecast is made}.
  ForecastMade: z.object({ ...forecastFields, madeAt: at }),
  /** A person requested a new forecast without waiting for the nightly one. */
  ForecastRequested: z.object({ forecastId: z.string().min(1), madeOn: day, requestedBy: userId, requestedAt: at }),
  /**
   * A forecast failed.
   * The previous one stays valid.
   */
  ForecastFailed: z.object({ forecastId: z.string().min(1), madeOn: day, reason: z.string(), failedAt: at }),
  // Stream score-{day}
  ForecastScored: z.object({
    date: day,
    scores: z.array(ForecastDayScore),
    withdrawn: z.array(WithdrawnForecastScore).optional(),
    /** Position of the newest event included in the score. */
    dataPosition: z.int().min(0),
    scoredAt: at,
  }),
}
