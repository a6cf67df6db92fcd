/** Events of waste forecasts and their scores. */
import { z } from 'zod'
import { timestampSchema, userIdSchema } from '../fields.ts'
import { daySchema, ForecastDayScore, forecastFields, WithdrawnForecastScore } from './forecasts.ts'

export const forecastEvents = {
  // Stream forecast-{day on which the forecast is made}.
  ForecastMade: z.object({ ...forecastFields, madeAt: timestampSchema }),
  /** A person requested a forecast besides the nightly one. */
  ForecastRequested: z.object({
    forecastId: z.string().min(1),
    madeOn: daySchema,
    requestedBy: userIdSchema,
    requestedAt: timestampSchema,
  }),
  /**
   * A forecast failed.
   * The previous one stays valid.
   */
  ForecastFailed: z.object({
    forecastId: z.string().min(1),
    madeOn: daySchema,
    reason: z.string(),
    failedAt: timestampSchema,
  }),
  // The stream `score-{day}` has the following event.
  ForecastScored: z.object({
    date: daySchema,
    scores: z.array(ForecastDayScore),
    withdrawn: z.array(WithdrawnForecastScore).optional(),
    /** Position of the newest event included in the score. */
    dataPosition: z.int().min(0),
    scoredAt: timestampSchema,
  }),
}
