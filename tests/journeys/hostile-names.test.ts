/** Tests inherited names, such as `constructor`, and texts that slow regular expressions down. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { type CallOptions, call, type Reply, SEEDED_IDENTIFIERS, signIn, signUp } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const NAMES = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__lookupSetter__',
]
/** Names that sites and zones allow: only letters, digits and hyphens. */
const PLAIN_NAMES = NAMES.filter((name) => !name.includes('_'))

let app: RunningApp
let tokens: Record<Role, string>
beforeAll(async () => {
  app = await startWasteSense()
  const signedIn = ROLES.map(async (role) => [role, await signIn(app, SEEDED_IDENTIFIERS[role])] as const)
  tokens = Object.fromEntries(await Promise.all(signedIn)) as Record<Role, string>
})
afterAll(() => app?.clear())

const asDispatcher = (name: EndpointName, options: CallOptions = {}): Promise<Reply> =>
  call(app, name, { token: tokens.dispatcher, ...options })

async function accepts(name: EndpointName, options: CallOptions): Promise<Reply> {
  const reply = await asDispatcher(name, options)
  expect(reply.status, `${name}: ${reply.text}`).toBeLessThan(300)
  return reply
}

const coordinates = { lat: 5.6, lng: -0.2 }
const truck = (id: string) => ({
  id,
  type: 'side_loader',
  make: 'Ford',
  model: 'Transit',
  year: 2022,
  registration_number: 'GW-1',
  fuel_efficiency_kmpl: 12.5,
  tank_capacity_liters: 400,
  current_fuel_level: 400,
})

/** Expects answers to match their contracts: figures finite, or null where allowed. */
async function expectSoundReads(): Promise<void> {
  const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { method }]) => method === 'get')
  for (const [name, { roles, answer }] of reads) {
    const role = roles === 'public' || typeof roles === 'string' ? 'dispatcher' : roles[0]
    const reply = await call(app, name, { token: tokens[role ?? 'dispatcher'], id: 'constructor' })
    expect(reply.status, `${name}: ${reply.text}`).toBeLessThan(500)
    if (reply.status === 200 && answer) answer.parse(reply.body)
  }
}

describe('a site', () => {
  it.each(PLAIN_NAMES)('called %s is planned for, driven to and removed again', async (id) => {
    const truckId = `T-${id}`
    await accepts('registerVehicle', { body: truck(truckId) })
    const { body: before } = await asDispatcher('configuration')
    const sites = [...before.config.dumping_sites, { id, name: id, location: 'Accra', coordinates }]
    await accepts('saveConfiguration', { body: { config: { dumping_sites: sites } } })

    for (let n = 0; n < 2; n++) {
      const resident = await signUp(app)
      await call(app, 'reportBinFull', { token: resident.token, body: {} })
    }
    await accepts('scheduleCollection', { body: { zone: 'Ablekuma North', siteId: id } })
    const { body } = await asDispatcher('schedules')
    const open = body.schedules.filter(({ status }: { status: string }) => status === 'scheduled')
    expect(open.map(({ siteId }: { siteId: string }) => siteId)).toEqual([id])
    await accepts('changeSchedule', { id: open[0].id, body: { status: 'cancelled' } })
    const { deliveries } = (await accepts('markAllCollected', { body: { truckId, dumpingSiteId: id } })).body
    for (const delivery of deliveries) await accepts('moveDelivery', { id: delivery.id, body: { status: 'completed' } })

    await expectSoundReads()
    await accepts('saveConfiguration', { body: { config: { dumping_sites: before.config.dumping_sites } } })
  })

  it('may have a distance of its own under such an id, and __proto__ is refused as a key', async () => {
    const { body: before } = await asDispatcher('configuration')
    const dumping_sites = [...before.config.dumping_sites, { id: 'valueOf', name: 'x', location: '', coordinates }]
    const zone_distances = { 'Ablekuma North': { ...before.config.zone_distances['Ablekuma North'], valueOf: 7 } }
    const saved = await accepts('saveConfiguration', { body: { config: { dumping_sites, zone_distances } } })
    expect(saved.body.config.zone_distances['Ablekuma North'].valueOf).toBe(7)
    for (const part of ['zone_distances', 'zone_customers']) {
      const refused = await asDispatcher('saveConfiguration', { body: `{"config":{"${part}":{"__proto__":{}}}}` })
      expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('__proto__') } })
    }
    await accepts('saveConfiguration', { body: { config: { dumping_sites: before.config.dumping_sites } } })
  })
})

describe('a zone and a truck', () => {
  it.each(PLAIN_NAMES)('called %s work as any other', async (name) => {
    const code = `Z${name.slice(0, 4)}`
    await accepts('openZone', { body: { name, code, customers: 3, centre: coordinates } })
    const resident = await signUp(app, name)
    await call(app, 'reportBinFull', { token: resident.token, body: {} })
    await accepts('registerVehicle', { body: truck(name) })
    await accepts('scheduleCollection', { body: { zone: name, vehicleIds: [name] } })
    await expectSoundReads()
  })

  it('is refused with a sentence where its id would be __proto__', async () => {
    const refused = await asDispatcher('registerVehicle', { body: truck('__proto__') })
    expect(refused).toMatchObject({ status: 400, body: { message: 'Choose another vehicle ID' } })
  })
})

/** Returns a request body with `name` as the value of every field. */
function bodyOf(schema: z.ZodType | undefined, name: string): object {
  const shape = (schema as z.ZodObject | undefined)?.shape ?? {}
  return Object.fromEntries(Object.keys(shape).map((field) => [field, name]))
}

it.each(NAMES)('%s as any field and any id of every command and read is answered', async (name) => {
  const all = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { roles }]) => roles !== 'public')
  for (const [endpointName, { method, roles, body, query }] of all) {
    if (endpointName === 'signOut') continue
    const role = (typeof roles === 'string' ? undefined : roles[0]) ?? 'dispatcher'
    const queries = Object.keys(query?.shape ?? {}).map((field) => `${field}=${name}`)
    for (const asked of ['', ...queries]) {
      const options = { token: tokens[role], id: name, query: asked }
      const reply = await call(app, endpointName, method === 'get' ? options : { ...options, body: bodyOf(body, name) })
      expect(reply.status, `${endpointName} ${asked}: ${reply.text}`).toBeLessThan(500)
      if (method !== 'get') break
    }
  }
  expect((await fetch(`${app.url}/health`)).status).toBe(200)
})

/**
 * Repeated texts before a character that does not fit.
 * An ambiguous regular expression then tries all combinations.
 */
const REPEATED = ['1', '(1)', '1 ', '1-', 'a', 'A', 'a.', 'a@', 'é', '-', '=', '/', ' ', '"', '\\"']
/**
 * Lengths of the repeated texts.
 * They are just below the maximum lengths of phone numbers and of emails.
 */
const LENGTHS = [39, 250]

it.each(REPEATED)('%j, repeated, as any field of any command and read is answered', async (text) => {
  for (const length of LENGTHS) {
    const long = `${text.repeat(length).slice(0, length - 1)}!`
    for (const [endpointName, { method, roles, body, query }] of Object.entries(endpoints) as [
      EndpointName,
      Endpoint,
    ][]) {
      if (endpointName === 'signOut') continue
      const role = (typeof roles === 'string' ? undefined : roles[0]) ?? 'dispatcher'
      const options = { token: tokens[role], id: encodeURIComponent(long) }
      const fields = Object.keys(query?.shape ?? {}).map((field) => [field, long])
      const asked = { ...options, query: String(new URLSearchParams(fields)) }
      const sent = { ...options, body: bodyOf(body, long) }
      const reply = await call(app, endpointName, method === 'get' ? asked : sent)
      expect(reply.status, `${endpointName}: ${reply.text}`).toBeLessThan(500)
    }
  }
})
