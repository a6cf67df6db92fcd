/** Routes of forecasts: tomorrow, accuracy, the coming days of each zone, and a new forecast. */
import { get, post } from '../http/route.ts'

const readers = ['recycler', 'dispatcher', 'admin'] as const

export const forecastEndpointRoutes = {
  nextDay: get('/forecast/next-day', readers),
  forecastHistory: get('/forecast/history', readers),
  forecastDetails: get('/forecast/details', readers),
  forecastState: get('/forecast/state', readers),
  refreshForecast: post('/forecast/refresh', readers),
}
