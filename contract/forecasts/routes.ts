/** Routes of forecasts: tomorrow, accuracy, coming days, new forecasts. */
import { defineGetRoute, definePostRoute } from '../http/route.ts'

const readers = ['recycler', 'dispatcher', 'admin'] as const

export const forecastEndpointRoutes = {
  nextDay: defineGetRoute('/forecast/next-day', readers),
  forecastHistory: defineGetRoute('/forecast/history', readers),
  forecastDetails: defineGetRoute('/forecast/details', readers),
  forecastState: defineGetRoute('/forecast/state', readers),
  refreshForecast: definePostRoute('/forecast/refresh', readers),
}
