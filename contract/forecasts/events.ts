/** Events of waste forecasts and their scores. */
import { z } from 'zod'
import { at, userId } from '../fields.ts'
import { DayScore, day, forecast, WithdrawnScore } from './forecast-days.ts'

export const forecasts = {
  // Stream forecast-{day on which it is made}
  ForecastMade: z.object({ ...forecast, madeAt: at }),
  /** A person requests a new forecast before the nightly one. */
  ForecastRequested: z.object({ forecastId: z.string().min(1), madeOn: day, requestedBy: userId, requestedAt: at }),
  /** The previous forecast stays valid. */
  ForecastFailed: z.object({ forecastId: z.string().min(1), madeOn: day, reason: z.string(), failedAt: at }),
  // Stream score-{day}
  ForecastScored: z.object({
    date: day,
    scores: z.array(DayScore),
    withdrawn: z.array(WithdrawnScore).optional(),
    /** Position of the newest event that the score includes. */
    dataPosition: z.int().min(0),
    scoredAt: at,
  }),
}
