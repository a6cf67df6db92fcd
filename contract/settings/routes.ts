/** Routes of the configuration. */
import { get, post } from '../http/route.ts'

export const settingsEndpointRoutes = {
  configuration: get('/auth/config', ['dispatcher', 'recycler', 'admin']),
  city: get('/city', 'public', { sharedFor: 60 }),
  saveConfiguration: post('/auth/config', ['dispatcher']),
}
