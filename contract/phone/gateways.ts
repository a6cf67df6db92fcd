/** Gateways of phone operators that call this server, and their endpoints. */
import type { EndpointName } from '../routes.ts'

export const GATEWAYS = ['arkesel', 'hubtel', 'nalo', 'africastalking'] as const
export type Gateway = (typeof GATEWAYS)[number]

/** Brand names, which are not translated. */
export const GATEWAY_NAMES: Record<Gateway, string> = {
  arkesel: 'Arkesel',
  hubtel: 'Hubtel',
  nalo: 'Nalo',
  africastalking: "Africa's Talking",
}

/** Endpoint of each gateway for USSD. */
export const USSD_ENDPOINTS = {
  arkesel: 'ussdArkesel',
  hubtel: 'ussdHubtel',
  nalo: 'ussdNalo',
  africastalking: 'ussdAfricasTalking',
} as const satisfies Record<Gateway, EndpointName>

/** Secrets that a gateway may have at a time: two while one is replaced. */
export const MAX_SECRETS_PER_GATEWAY = 2

/** Calls of a gateway: a menu, an SMS of a person, or a delivery report. */
export const CALLBACK_KINDS = ['ussd', 'sms', 'delivery'] as const
export type CallbackKind = (typeof CALLBACK_KINDS)[number]
