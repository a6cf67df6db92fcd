/** Creates secrets of all gateways on a running server. */
import { GATEWAYS, type Gateway } from '#contract/phone/gateways.ts'
import { call, IDENTIFIERS, signIn } from '../journeys/api-client.ts'
import { bodyOfSuccess } from '../journeys/drivers.ts'
import type { RunningApp } from '../journeys/running-app.ts'
import { SEED_PASSWORD } from './server.ts'

export async function createSecrets(url: string): Promise<Map<Gateway, string>> {
  const app = { url, password: SEED_PASSWORD } as RunningApp
  const token = await signIn(app, IDENTIFIERS.admin)
  const secrets = new Map<Gateway, string>()
  for (const id of GATEWAYS) {
    const { secret } = await bodyOfSuccess(call(app, 'createGatewaySecret', { token, id, body: {} }))
    secrets.set(id, secret)
  }
  return secrets
}
