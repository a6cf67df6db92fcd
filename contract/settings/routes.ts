/** Routes of the configuration. */
import { defineGetRoute, definePostRoute } from '../http/route.ts'

export const settingsEndpointRoutes = {
  configuration: defineGetRoute('/auth/config', ['dispatcher', 'recycler', 'admin']),
  city: defineGetRoute('/city', 'public', { sharedFor: 60 }),
  saveConfiguration: definePostRoute('/auth/config', ['dispatcher']),
}
