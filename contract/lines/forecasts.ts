/** The forecasts' endpoints, as lines: tomorrow, how earlier ones came out, every zone's coming days, and a new one. */
import { get, post } from '../door/line.ts'

const readers = ['recycler', 'dispatcher', 'admin'] as const

export const forecasts = {
  nextDay: get('/forecast/next-day', readers),
  forecastHistory: get('/forecast/history', readers),
  forecastDetails: get('/forecast/details', readers),
  forecastState: get('/forecast/state', readers),
  refreshForecast: post('/forecast/refresh', readers),
}
