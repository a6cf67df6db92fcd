/** Tests for each role which endpoints it may call, with own, foreign and missing ids. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, expectProblem, type Reply, SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import { type City, createOwnershipCases } from './ownership-cases.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
let city: City
const possessions = createOwnershipCases(() => city)

beforeAll(async () => {
  app = await startWasteSense()
  const tokens = {} as Record<Role, string>
  const ids = {} as Record<Role, string>
  for (const role of ROLES) {
    tokens[role] = await signIn(app, SEEDED_IDENTIFIERS[role])
    ids[role] = (await call(app, 'me', { token: tokens[role] })).body.user.id
  }
  city = { app, tokens, ids }
  // Waits for the history's index, which the first request starts.
  const known = async () => expect((await call(app, 'density', { token: tokens.auditor })).status).toBe(200)
  await eventually(known)
})
afterAll(() => app?.clear())

const all = Object.entries(endpoints) as [EndpointName, Endpoint][]
const closed = all.filter(([, { roles }]) => roles !== 'public')
const admits = ({ roles }: Endpoint, role: Role) => typeof roles === 'string' || roles.includes(role)

/** Expects that the response matches the contract's schema or file type. */
function expectAnswer({ answer, file }: Endpoint, { type, body }: Reply): void {
  if (file) expect(file.types).toContain(type.split(';')[0])
  else answer?.parse(body)
}

describe('the role matrix', () => {
  it.each(closed)('%s needs a token that is good', async (name) => {
    const { admin } = city.tokens
    expectProblem(await call(app, name), 401)
    expectProblem(await call(app, name, { token: `${admin}x` }), 401)
    expectProblem(await call(app, name, { headers: { Authorization: 'Basic abc' } }), 401)
  })

  const matrix = all.flatMap(([name, endpoint]) => ROLES.map((role) => ({ name, role, endpoint })))
  it.each(matrix)('$name as $role', async ({ name, role, endpoint }) => {
    // Uses a separate session for the endpoint `signOut`, because signing out ends the session.
    const token = name === 'signOut' ? await signIn(app, SEEDED_IDENTIFIERS[role]) : city.tokens[role]
    const reply = await call(app, name, { token, id: 'u-none' })
    if (!admits(endpoint, role)) return expectProblem(reply, 403)
    expect(reply.status).toBeLessThan(500)
    expect(reply.body?.message).not.toBe('Your role may not do this.')
    if (reply.status === 200) expectAnswer(endpoint, reply)
  })
})

/**
 * Returns whether a request names an object in its path, or a user by id.
 * Gateway callbacks do not count, because the id in their path is a secret.
 */
function namesSomething({ path, query, body, secret }: Endpoint): boolean {
  if (secret) return false
  const names = (schema?: z.ZodType) => 'userId' in ((schema as z.ZodObject | undefined)?.shape ?? {})
  return path.includes(':') || names(query) || names(body)
}

describe('whose it is', () => {
  it('is told here of every endpoint that names something', () => {
    const named = all.filter(([, endpoint]) => namesSomething(endpoint)).map(([name]) => name)
    expect(Object.keys(possessions).sort()).toEqual(named.sort())
  })

  it.each(Object.keys(possessions) as EndpointName[])('%s is told for every role that may call it', (name) => {
    const endpoint: Endpoint = endpoints[name]
    const admitted = ROLES.filter((role) => admits(endpoint, role))
    expect(Object.keys(possessions[name]?.told ?? {}).sort()).toEqual([...admitted].sort())
  })

  const cases = Object.entries(possessions).flatMap(([name, possession]) =>
    ROLES.flatMap((role) =>
      (['own', 'other', 'none'] as const).map((whose) => {
        const told = possession.told[role]
        return { name: name as EndpointName, possession, role, whose, status: told ? told[whose] : 403 }
      }),
    ),
  )
  const possible = cases.filter(({ status }) => status !== undefined)
  it.each(possible)('$name as $role, $whose: $status', async ({ name, possession, role, whose, status }) => {
    const admitted = possession.told[role] !== undefined
    const { token, ...wanted } = await possession[whose](role, admitted)
    const reply = await call(app, name, { ...wanted, token: (admitted && token) || city.tokens[role] })
    if (Number(status) >= 400) return expectProblem(reply, Number(status))
    expect(reply.status, reply.text).toBe(status)
    expectAnswer(endpoints[name], reply)
  })
})
