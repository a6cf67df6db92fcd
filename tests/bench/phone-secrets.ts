/** Creates secrets of all gateways on a running server. */
import { PHONE_GATEWAYS, type PhoneGateway } from '#contract/phone/gateways.ts'
import { call, SEEDED_IDENTIFIERS, signIn } from '../journeys/api-client.ts'
import { requireSuccessBody } from '../journeys/drivers.ts'
import type { RunningApp } from '../journeys/running-app.ts'
import { SEED_PASSWORD } from './server.ts'

export async function createSecrets(url: string): Promise<Map<PhoneGateway, string>> {
  const app = { url, password: SEED_PASSWORD } as RunningApp
  const token = await signIn(app, SEEDED_IDENTIFIERS.admin)
  const secrets = new Map<PhoneGateway, string>()
  for (const id of PHONE_GATEWAYS) {
    const { secret } = await requireSuccessBody(call(app, 'createGatewaySecret', { token, id, body: {} }))
    secrets.set(id, secret)
  }
  return secrets
}
