/** What was foreseen of coming days' waste, when, out of what, and how it came out. */
import { z } from 'zod'
import { at, userId } from '../fields.ts'
import { DayScore, day, forecast, WithdrawnScore } from '../forecasts/forecast-days.ts'

export const forecasts = {
  // Stream forecast-{day on which it is made}
  ForecastMade: z.object({ ...forecast, madeAt: at }),
  /** Somebody wants a new one before the night. */
  ForecastRequested: z.object({ forecastId: z.string().min(1), madeOn: day, requestedBy: userId, requestedAt: at }),
  /** The one before stays. */
  ForecastFailed: z.object({ forecastId: z.string().min(1), madeOn: day, reason: z.string(), failedAt: at }),
  // Stream score-{day}
  ForecastScored: z.object({
    date: day,
    scores: z.array(DayScore),
    withdrawn: z.array(WithdrawnScore).optional(),
    /** The newest event of what is known. */
    dataPosition: z.int().min(0),
    scoredAt: at,
  }),
}
