/** Routes of the phone: gateways' callbacks and secrets. */
import { defineCreateRoute, defineDeleteRoute, defineGetRoute, definePostRoute } from '../http/route.ts'

const admins = ['admin'] as const
const json = { secret: true } as const
const form = { secret: true, reads: 'form', answers: 'text' } as const

export const phoneEndpointRoutes = {
  ussdArkesel: definePostRoute('/phone/ussd/arkesel/:id', 'public', json),
  ussdHubtel: definePostRoute('/phone/ussd/hubtel/:id', 'public', json),
  ussdNalo: definePostRoute('/phone/ussd/nalo/:id', 'public', json),
  ussdAfricasTalking: definePostRoute('/phone/ussd/africastalking/:id', 'public', form),
  smsAfricasTalking: definePostRoute('/phone/sms/africastalking/:id', 'public', form),
  deliveryAfricasTalking: definePostRoute('/phone/delivery/africastalking/:id', 'public', form),
  /** Opens a simulator phone of the demo, only from the same machine. */
  openDemoPhone: definePostRoute('/demo/phone', 'public'),
  demoTexts: definePostRoute('/demo/phone/:id/texts', 'public', json),
  phoneTraffic: defineGetRoute('/admin/phone-traffic', admins),
  gateways: defineGetRoute('/admin/gateways', admins),
  smsTraffic: defineGetRoute('/admin/sms-traffic', admins),
  createGatewaySecret: defineCreateRoute('/admin/gateways/:id/secrets', admins),
  revokeGatewaySecret: defineDeleteRoute('/admin/gateways/:id/secrets', admins),
}
