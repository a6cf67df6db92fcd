/** Routes of the configuration. */
import { defineGetRoute, definePostRoute } from '../http/route.ts'

export const settingsEndpointRoutes = {
  configuration: defineGetRoute('/auth/config', ['dispatcher', 'recycler', 'admin']),
  city: defineGetRoute('/city', 'public', { sharedFor: 60 }),
  // The distances between 500 zones and 50 sites take 1 MB.
  saveConfiguration: definePostRoute('/auth/config', ['dispatcher'], { bodyBytes: 2_000_000 }),
}
