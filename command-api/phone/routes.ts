/** HTTP handlers of USSD gateways. */

import type { EndpointName } from '#contract/endpoints.ts'
import type { Rejection } from '#contract/http/problems.ts'
import type { Gateway } from '#contract/phone/gateways.ts'
import { ENDINGS } from '#contract/phone/screens.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { PhoneServices } from './actions.ts'
import { isSecretOf } from './admin-secrets.ts'
import { africasTalking, arkesel, hubtel, nalo, textFieldsOf } from './gateways.ts'
import { createUssd, endingIn } from './ussd.ts'

const GATEWAY_OF: Partial<Record<EndpointName, Gateway>> = {
  ussdArkesel: 'arkesel',
  ussdHubtel: 'hubtel',
  ussdNalo: 'nalo',
  ussdAfricasTalking: 'africastalking',
  smsAfricasTalking: 'africastalking',
  deliveryAfricasTalking: 'africastalking',
}

export function phoneRoutes(kernel: Kernel, services: PhoneServices): Handlers {
  const answer = createUssd(kernel, services)
  return {
    ussdArkesel: async ({ body }) => arkesel.write(body, await answer('arkesel', arkesel.read(body))),
    ussdHubtel: async ({ body }) => hubtel.write(body, await answer('hubtel', hubtel.read(body))),
    ussdNalo: async ({ body }) => nalo.write(body, await answer('nalo', nalo.read(body))),
    ussdAfricasTalking: async ({ body }) =>
      africasTalking.write(body, await answer('africastalking', africasTalking.read(body))),
  }
}

/** Another status than 200 would kill the session, and the caller pays for it. */
const failed = ({ rejected }: Rejection) =>
  endingIn(rejected === 'bad-request' || rejected === 'too-large' ? ENDINGS.unreadable : ENDINGS.unavailable)

/** Answers of failed callbacks, in the shapes of the gateways. */
export const phoneFailures = {
  ussdArkesel: (rejection: Rejection, body: unknown) => arkesel.write(textFieldsOf(body), failed(rejection)),
  ussdHubtel: (rejection: Rejection, body: unknown) => hubtel.write(textFieldsOf(body), failed(rejection)),
  ussdNalo: (rejection: Rejection, body: unknown) => nalo.write(textFieldsOf(body), failed(rejection)),
  ussdAfricasTalking: (rejection: Rejection) => africasTalking.write({}, failed(rejection)),
}

/** Returns the function that recognises a gateway by the secret in its path. */
export const knowsGateway = (kernel: Pick<Kernel, 'store'>) => async (name: EndpointName, secret: string) => {
  const gateway = GATEWAY_OF[name]
  return gateway !== undefined && isSecretOf(kernel, gateway, secret)
}
