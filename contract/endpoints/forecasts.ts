/** Endpoints of forecasts: tomorrow, accuracy, the coming days of each zone, and a new forecast. */
import { z } from 'zod'
import { endpointsOf, list, message, written } from '../door/endpoint.ts'
import { forecasts as lines } from '../lines/forecasts.ts'
import { ForecastDetails, ForecastState, ForeseenDay, NextDay } from '../views/forecasts.ts'

const MOST_DAYS = 366

export const forecasts = endpointsOf(lines, {
  nextDay: {
    summary: "Tomorrow's waste: tonnes with their interval, by district and material, and how such forecasts came out",
    answer: NextDay,
  },
  forecastHistory: {
    summary:
      'What was foreseen of each of so many days up to tomorrow before it began, and what came; without a district, of the whole city',
    query: z.object({
      district: z.string().max(80).optional(),
      days: z.coerce.number('Enter a number of days').int().min(1, 'At least 1').max(MOST_DAYS).default(90),
    }),
    answer: list('history', ForeseenDay),
  },
  forecastDetails: {
    summary: 'The next 14 days of the city and of each district, with intervals, composition and reasons',
    answer: ForecastDetails,
  },
  forecastState: {
    summary: 'Which forecast there is, and whether another is being made',
    answer: list('forecasts', ForecastState),
  },
  refreshForecast: { summary: 'Have a new forecast made now', answer: written({ message }) },
})
