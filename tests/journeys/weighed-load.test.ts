/** Tests that a weighed load replaces the estimate in every API answer. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { Role } from '#domain/city.ts'
import { call, SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const STAFF = ['dispatcher', 'recycler', 'admin', 'auditor'] as const satisfies Role[]
const ESTIMATED = 450
const MEASURED = 3_337
/** Returns a weight in kg and in tonnes, because answers may contain either. */
const said = (kg: number) => [kg, kg / 1_000]
/** Pattern of field names whose values may equal the measured weight by chance. */
const ELSE = /fuel|range|km|liters/
/** Fields of API answers that still contain the estimated weight after a weighing. */
const BEFORE = ['estimatedWeight', 'before']

let app: RunningApp
let tokens: Record<(typeof STAFF)[number], string>
let id: string
beforeAll(async () => {
  app = await startWasteSense()
  const signedIn = STAFF.map(async (role) => [role, await signIn(app, SEEDED_IDENTIFIERS[role])] as const)
  tokens = Object.fromEntries(await Promise.all(signedIn)) as typeof tokens
})
afterAll(() => app?.clear())

const today = new Date().toISOString().slice(0, 10)
const period = `from=${today}&to=${today}`

async function must(name: EndpointName, role: keyof typeof tokens, options: object = {}) {
  const reply = await call(app, name, { token: tokens[role], ...options })
  if (reply.status >= 300) throw new Error(`${name}: ${reply.text}`)
  return reply
}

/**
 * Returns all numbers in a response, each with its field's name.
 * Includes the cells of CSV files.
 */
function figuresIn(value: unknown, name = ''): [name: string, figure: number][] {
  if (typeof value === 'number') return [[name, value]]
  if (typeof value === 'string')
    return name === 'file' ? value.split(/[\r\n,]+/).map((cell) => [name, Number(cell || Number.NaN)]) : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, part]) => figuresIn(part, Array.isArray(value) ? name : key))
}

const mayAsk = ({ roles }: Endpoint, role: Role) => roles === 'public' || roles === 'any' || roles.includes(role)

/**
 * Returns the endpoints whose responses contain one of the given figures.
 * Calls each endpoint as the first staff role with access.
 */
async function tellersOf(figures: readonly number[]): Promise<string[]> {
  const tellers = new Set<string>()
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name]
    const role = STAFF.find((one) => mayAsk(endpoint, one))
    if (endpoint.method !== 'get' || !role) continue
    const named = endpoint.path.includes(':id') ? { id: 'WS001' } : {}
    const query = endpoint.query && !endpoint.query.safeParse({}).success ? period : undefined
    const { status, body, text } = await call(app, name, { token: tokens[role], ...named, ...(query && { query }) })
    // Skips exported files of events, because stored events always contain the original weight.
    if (status !== 200 || endpoint.file?.types.includes('application/jsonl')) continue
    for (const [field, figure] of figuresIn(body ?? { file: text }))
      if (figures.includes(figure) && !BEFORE.includes(field) && !ELSE.test(field)) tellers.add(name)
  }
  return [...tellers].sort()
}

const TELLERS = ['arrivedDeliveries', 'deliveries', 'intake', 'statement', 'statementCsv']
/**
 * Endpoints whose responses show the measured weight.
 * The weight differs so much from the estimate that it also causes an audit finding.
 */
const TELLERS_MEASURED = [...TELLERS, 'findings'].sort()

it('is told as it was estimated until it stood on the scales', async () => {
  const truck = { type: 'rear_loader', make: 'Ford', model: 'F', year: 2022, registration_number: 'GT-1' }
  const fuel = { fuel_efficiency_kmpl: 10, tank_capacity_liters: 500, current_fuel_level: 400 }
  await must('registerVehicle', 'dispatcher', { body: { id: 'V1', ...truck, ...fuel } })
  const load = { truckId: 'V1', facilityId: 'WS001', zone: 'Ablekuma North', composition: { glass: 70, textile: 30 } }
  const { body } = await must('createDelivery', 'dispatcher', { body: load })
  id = body.delivery.id
  expect(body.delivery).toMatchObject({ weight: ESTIMATED, estimated: true })
  await must('moveDelivery', 'recycler', { id, body: { status: 'arrived' } })
  await expect.poll(() => tellersOf(said(ESTIMATED))).toEqual(TELLERS)
})

it('is told as the scales said it from then on, by every endpoint that tells of it, and the estimate by none', async () => {
  await must('weighDelivery', 'recycler', { id, body: { ticket: 'W-1', gross: 11_337, tare: 8_000 } })
  await expect.poll(() => tellersOf(said(MEASURED))).toEqual(TELLERS_MEASURED)
  expect(await tellersOf(said(ESTIMATED))).toEqual([])
})

it('is divided among its materials, and nothing of it is an estimate any more', async () => {
  const { body: intake } = await must('intake', 'recycler', { query: period })
  const glass = (MEASURED * 70) / 100
  expect(intake.days).toMatchObject([
    { loads: 1, measured_kg: MEASURED, estimated_kg: 0, materials: { glass, textile: 1_001.1 } },
  ])
  const { body: statement } = await must('statement', 'admin', { query: period })
  expect(statement).toMatchObject({ loads: 1, measured_kg: MEASURED, estimated_kg: 0 })
  const { body: deliveries } = await must('deliveries', 'dispatcher')
  expect(deliveries.deliveries).toMatchObject([{ id, weight: MEASURED, estimated: false, estimatedWeight: ESTIMATED }])
})
