/** Endpoints of the phone: callbacks of gateways, and their secrets for admins. */
import { z } from 'zod'
import { commandAnswerSchema, defineEndpoints, listAnswerSchema, message } from '../http/endpoint.ts'
import {
  AfricasTalkingCallback,
  AfricasTalkingDelivery,
  AfricasTalkingSms,
  ArkeselAnswer,
  ArkeselCallback,
  HubtelAnswer,
  HubtelCallback,
  NaloAnswer,
  NaloCallback,
} from './callbacks.ts'
import { CreateGatewaySecret, RevokeGatewaySecret } from './commands.ts'
import { phoneEndpointRoutes as lines } from './routes.ts'
import { DemoPhone, DemoSms, GatewayTraffic, PhoneGatewayView, SmsTrafficView } from './views.ts'

const ofUssd = (gateway: string) => `USSD callback of ${gateway}; the id is the gateway's secret`

export const phoneEndpoints = defineEndpoints(lines, {
  ussdArkesel: { summary: ofUssd('Arkesel'), body: ArkeselCallback, answer: ArkeselAnswer },
  ussdHubtel: { summary: ofUssd('Hubtel'), body: HubtelCallback, answer: HubtelAnswer },
  ussdNalo: { summary: ofUssd('Nalo'), body: NaloCallback, answer: NaloAnswer },
  ussdAfricasTalking: {
    summary: ofUssd("Africa's Talking"),
    body: AfricasTalkingCallback,
    /** Text of the answer, which starts with `CON ` or `END `. */
    answer: z.string(),
  },
  smsAfricasTalking: {
    summary: "SMS of a resident, from Africa's Talking; the id is the gateway's secret",
    body: AfricasTalkingSms,
    answer: z.string(),
  },
  deliveryAfricasTalking: {
    summary: "Delivery report of an SMS, from Africa's Talking; the id is the gateway's secret",
    body: AfricasTalkingDelivery,
    answer: z.string(),
  },
  openDemoPhone: {
    summary: 'Open a phone of the simulator, on a loopback demo only',
    answer: DemoPhone,
  },
  demoTexts: {
    summary: "SMS that arrived on a phone of the simulator; the id is the phone's secret",
    answer: listAnswerSchema('texts', DemoSms),
  },
  phoneTraffic: {
    summary: 'Last callbacks of gateways, and the number of sessions',
    answer: GatewayTraffic,
  },
  gateways: {
    summary: 'Gateways of phone operators and the times of their secrets',
    answer: listAnswerSchema('gateways', PhoneGatewayView),
  },
  smsTraffic: {
    summary: 'Notifications by SMS of the last 24 hours, and the newest that failed',
    answer: SmsTrafficView,
  },
  createGatewaySecret: {
    summary: 'Create the secret of a gateway; it is returned once, and the previous one stays valid',
    body: CreateGatewaySecret,
    answer: commandAnswerSchema({
      secret: z.string(),
      /** Path below the server's origin, to enter in the gateway's settings. */
      path: z.string(),
    }),
  },
  revokeGatewaySecret: {
    summary: 'Revoke the replaced secret of a gateway, or all',
    body: RevokeGatewaySecret,
    answer: commandAnswerSchema({ message }),
  },
})
