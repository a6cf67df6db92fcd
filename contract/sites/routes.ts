/** Routes of dumping sites: current and past contents. */
import { get, post } from '../http/route.ts'

const readers = ['dispatcher', 'recycler', 'admin'] as const

export const siteEndpointRoutes = {
  sites: get('/auth/waste-sites', readers),
  site: get('/auth/waste-sites/:id', readers),
  updateComposition: post('/auth/waste-sites/:id/composition', ['dispatcher'], { bodyBytes: 15_000_000 }),
  compositionDays: get('/auth/waste-compositions/days', readers),
  compositionHistory: get('/auth/waste-compositions/history', readers),
}
