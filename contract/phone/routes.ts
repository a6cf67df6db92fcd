/** Routes of the phone: callbacks of gateways, and their secrets for admins. */
import { create, get, post, remove } from '../http/route.ts'

const admins = ['admin'] as const
/** Options of routes for gateways: the id in the path is the gateway's secret. */
const json = { secret: true } as const
const form = { secret: true, reads: 'form', answers: 'text' } as const

export const phoneEndpointRoutes = {
  ussdArkesel: post('/phone/ussd/arkesel/:id', 'public', json),
  ussdHubtel: post('/phone/ussd/hubtel/:id', 'public', json),
  ussdNalo: post('/phone/ussd/nalo/:id', 'public', json),
  ussdAfricasTalking: post('/phone/ussd/africastalking/:id', 'public', form),
  smsAfricasTalking: post('/phone/sms/africastalking/:id', 'public', form),
  deliveryAfricasTalking: post('/phone/delivery/africastalking/:id', 'public', form),
  /** Opens a phone of the demo's simulator; works only from the same machine. */
  openDemoPhone: post('/demo/phone', 'public'),
  demoTexts: post('/demo/phone/:id/texts', 'public', json),
  phoneTraffic: get('/admin/phone-traffic', admins),
  gateways: get('/admin/gateways', admins),
  smsTraffic: get('/admin/sms-traffic', admins),
  createGatewaySecret: create('/admin/gateways/:id/secrets', admins),
  revokeGatewaySecret: remove('/admin/gateways/:id/secrets', admins),
}
