/** HTTP routes of the zone endpoints. */
import { defineCreateRoute, defineDeleteRoute, defineGetRoute, definePostRoute, definePutRoute } from '../http/route.ts'

export const zoneEndpointRoutes = {
  zones: defineGetRoute('/zones', 'public', { sharedFor: 5 }),
  openZones: defineGetRoute('/auth/zones', ['dispatcher', 'admin']),
  openZone: defineCreateRoute('/auth/zones', ['dispatcher']),
  changeZone: definePutRoute('/auth/zones/:id', ['dispatcher']),
  closeZone: defineDeleteRoute('/auth/zones/:id', ['dispatcher']),
  moveResidents: definePostRoute('/auth/zones/:id/residents', ['dispatcher']),
  chooseZone: definePutRoute('/auth/zone', ['resident'], { endsSession: true }),
}
