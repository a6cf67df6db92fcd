/** Routes of zones. */
import { create, get, post, put, remove } from '../http/route.ts'

export const zoneEndpointRoutes = {
  zones: get('/zones', 'public', { sharedFor: 5 }),
  openZones: get('/auth/zones', ['dispatcher', 'admin']),
  openZone: create('/auth/zones', ['dispatcher']),
  changeZone: put('/auth/zones/:id', ['dispatcher']),
  closeZone: remove('/auth/zones/:id', ['dispatcher']),
  moveResidents: post('/auth/zones/:id/residents', ['dispatcher']),
  chooseZone: put('/auth/zone', ['resident'], { endsSession: true }),
}
