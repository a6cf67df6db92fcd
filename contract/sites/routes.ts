/** HTTP routes of dumping sites: current and past contents. */
import { defineGetRoute, definePostRoute } from '../http/route.ts'

const readers = ['dispatcher', 'recycler', 'admin'] as const

export const siteEndpointRoutes = {
  sites: defineGetRoute('/auth/waste-sites', readers),
  site: defineGetRoute('/auth/waste-sites/:id', readers),
  updateComposition: definePostRoute('/auth/waste-sites/:id/composition', ['dispatcher'], {
    bodyBytes: 15_000_000,
    hasPhoto: true,
  }),
  compositionDays: defineGetRoute('/auth/waste-compositions/days', readers),
  compositionHistory: defineGetRoute('/auth/waste-compositions/history', readers),
}
