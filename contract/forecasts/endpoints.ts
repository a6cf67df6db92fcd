/** Endpoints of forecasts: read tomorrow's, accuracy and coming days; request a new forecast. */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { forecastEndpointRoutes as lines } from './routes.ts'
import { ForecastDayResult, ForecastDetails, ForecastVersion, NextDayForecast } from './views.ts'

const MOST_DAYS = 366

export const forecastEndpoints = defineEndpoints(lines, {
  nextDay: {
    summary: "Tomorrow's waste by district and material, with intervals and accuracy",
    answer: NextDayForecast,
  },
  forecastHistory: {
    summary: 'Forecast and actual tonnes by day up to tomorrow; for the whole city by default',
    query: z.object({
      district: z.string().max(80).optional(),
      days: z.coerce.number(msg`Enter a number of days`.message).int().min(1, 'At least 1').max(MOST_DAYS).default(90),
    }),
    answer: createListAnswerSchema('history', ForecastDayResult),
  },
  forecastDetails: {
    summary: 'The next 14 days of the city and of each district, with intervals, composition and reasons',
    answer: ForecastDetails,
  },
  forecastState: {
    summary: 'State of the current forecast',
    answer: createListAnswerSchema('forecasts', ForecastVersion),
  },
  refreshForecast: { summary: 'Request a new forecast', answer: createCommandAnswerSchema({ message: messageSchema }) },
})
