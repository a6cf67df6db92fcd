/** HTTP endpoints for callbacks of USSD gateways, and the demo's phone simulator. */

import type { EndpointName } from '#contract/endpoints.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import {
  type GatewayCallbackKind,
  PHONE_GATEWAYS,
  type PhoneGateway,
  USSD_ENDPOINTS,
} from '#contract/phone/gateways.ts'
import { USSD_SESSION_END_MESSAGES } from '#contract/phone/screens.ts'
import type { GatewayCallAnswer, Handlers } from '#platform/http/api.ts'
import type { DemoPhones } from '#platform/phone/demo-phones.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import type { CallerCommands } from './actions.ts'
import { hasGatewaySecret } from './gateway-secrets.ts'
import { africasTalkingAdapter, arkeselAdapter, hubtelAdapter, naloAdapter, parseTextFields } from './gateways.ts'
import { createUssdHandler, renderUssdSessionEnd } from './ussd.ts'

/**
 * Returns the phone gateway that uses an API endpoint.
 * Returns undefined if no gateway uses the endpoint.
 */
function gatewayOf(name: EndpointName): PhoneGateway | undefined {
  if (name === 'smsAfricasTalking' || name === 'deliveryAfricasTalking') return 'africastalking'
  return PHONE_GATEWAYS.find((gateway) => USSD_ENDPOINTS[gateway] === name)
}

/**
 * Creates the HTTP handlers for calls by phone gateways.
 * `demoPhones` are the demo's simulated phones; other installations have none.
 */
export function createPhoneGatewayHandlers(
  kernel: Kernel,
  services: CallerCommands,
  demoPhones?: DemoPhones,
): Handlers {
  const answer = createUssdHandler(kernel, services)
  const isOtherPhone = (secret: string, number: string) => {
    const own = demoPhones?.numberOf(secret)
    return own !== undefined && own !== `+${number.replace(/\D/g, '')}`
  }
  return {
    async ussdArkesel({ params, body }) {
      const reply = isOtherPhone(params.id, body.msisdn)
        ? renderUssdSessionEnd(USSD_SESSION_END_MESSAGES['no-number'])
        : await answer('arkesel', arkeselAdapter.read(body))
      return arkeselAdapter.write(body, reply)
    },
    ussdHubtel: async ({ body }) => hubtelAdapter.write(body, await answer('hubtel', hubtelAdapter.read(body))),
    ussdNalo: async ({ body }) => naloAdapter.write(body, await answer('nalo', naloAdapter.read(body))),
    ussdAfricasTalking: async ({ body }) =>
      africasTalkingAdapter.write(body, await answer('africastalking', africasTalkingAdapter.read(body))),
  }
}

/**
 * Returns the sentence that a caller sees if the gateway's request fails.
 * Its status is 200, because any other status would end the USSD session, for which the caller pays.
 */
const renderFailure = ({ rejected }: Rejection) =>
  renderUssdSessionEnd(
    rejected === 'bad-request' || rejected === 'too-large'
      ? USSD_SESSION_END_MESSAGES.unreadable
      : USSD_SESSION_END_MESSAGES.unavailable,
  )

/** Renders the answers to failed callbacks, in each gateway's format. */
export const gatewayFailureRenderers = {
  ussdArkesel: (rejection: Rejection, body: unknown) =>
    arkeselAdapter.write(parseTextFields(body), renderFailure(rejection)),
  ussdHubtel: (rejection: Rejection, body: unknown) =>
    hubtelAdapter.write(parseTextFields(body), renderFailure(rejection)),
  ussdNalo: (rejection: Rejection, body: unknown) => naloAdapter.write(parseTextFields(body), renderFailure(rejection)),
  ussdAfricasTalking: (rejection: Rejection) => africasTalkingAdapter.write({}, renderFailure(rejection)),
}

/**
 * Returns a function that checks the secret in a request's path.
 * Valid are the secrets of gateways and of simulated phones.
 */
export const createGatewaySecretCheck =
  (kernel: Pick<Kernel, 'store'>, demoPhones?: DemoPhones) => async (name: EndpointName, secret: string) => {
    const isDemo = demoPhones?.numberOf(secret) !== undefined
    if (isDemo) return name === 'ussdArkesel' || name === 'demoTexts'
    const gateway = gatewayOf(name)
    return gateway !== undefined && hasGatewaySecret(kernel, gateway, secret)
  }

const CALLBACK_KINDS: Partial<Record<EndpointName, GatewayCallbackKind>> = {
  smsAfricasTalking: 'sms',
  deliveryAfricasTalking: 'delivery',
}

/** Returns a function that records gateways' calls, so that admins can see them. */
export const createCallbackRecorder =
  ({ phoneTraffic, clock }: Pick<Kernel, 'phoneTraffic' | 'clock'>, demoPhones?: DemoPhones) =>
  (name: EndpointName, secret: string, answer: GatewayCallAnswer): void => {
    const gateway = gatewayOf(name)
    if (!gateway) return
    const simulated = demoPhones?.numberOf(secret) !== undefined && { simulated: true as const }
    phoneTraffic.note({
      at: clock().toISOString(),
      gateway,
      kind: CALLBACK_KINDS[name] ?? 'ussd',
      ...answer,
      ...simulated,
    })
  }

/** Creates the handlers of the demo's phone simulator, for this machine only. */
export function createDemoPhoneHandlers({ rows }: Pick<Kernel, 'rows'>, phones: DemoPhones | undefined): Handlers {
  return {
    async openDemoPhone({ isLocal }) {
      if (!phones || !isLocal) return reject('not-found', msg`This server has no simulator.`)
      const { city } = await readConfiguration(await rows.standing('configuration'))
      return phones.open(city.country)
    },

    demoTexts: async ({ params }) => ({ texts: phones?.textsOf(params.id) ?? [] }),
  }
}
