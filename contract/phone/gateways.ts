/** The companies whose gateways forward calls and SMS to this server, and their endpoints. */
import type { EndpointName } from '../routes.ts'

export const PHONE_GATEWAYS = ['arkesel', 'hubtel', 'nalo', 'africastalking'] as const
export type PhoneGateway = (typeof PHONE_GATEWAYS)[number]

/** Brand names of the gateways, which are not translated. */
export const PHONE_GATEWAY_NAMES: Record<PhoneGateway, string> = {
  arkesel: 'Arkesel',
  hubtel: 'Hubtel',
  nalo: 'Nalo',
  africastalking: "Africa's Talking",
}

/** Name of each gateway's endpoint for USSD. */
export const USSD_ENDPOINTS = {
  arkesel: 'ussdArkesel',
  hubtel: 'ussdHubtel',
  nalo: 'ussdNalo',
  africastalking: 'ussdAfricasTalking',
} as const satisfies Record<PhoneGateway, EndpointName>

/** Maximum of valid secrets per gateway: two during a change. */
export const MAX_SECRETS_PER_GATEWAY = 2

/** Kinds of gateway calls: phone menu, a person's SMS, delivery report. */
export const GATEWAY_CALLBACK_KINDS = ['ussd', 'sms', 'delivery'] as const
export type GatewayCallbackKind = (typeof GATEWAY_CALLBACK_KINDS)[number]
