/** Each of two command-apis and two projections is restarted in turn under load, and nobody behind Caddy notices. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '#platform/testing/programs.ts'
import { call } from './split-processes-client.ts'
import { type Pairs, SERVING, startTwoOfEach } from './two-of-each.ts'

const caddy = findProgram('caddy')
/** Requests a second; a machine with nothing else to do takes 300. */
const RATE = Number(process.env.ROLLING_RATE ?? 20)
const TICK_MS = 25
const RESIDENTS = 40

describe.skipIf(!caddy)('a rolling restart', () => {
  let city: Pairs
  let tokens: string[]
  beforeAll(async () => {
    city = await startTwoOfEach(caddy ?? '')
    tokens = await Promise.all(Array.from({ length: RESIDENTS }, signUp))
  })
  afterAll(() => city?.clear())

  async function signUp(): Promise<string> {
    const email = `${randomUUID()}@example.org`
    const body = { name: 'Adwoa', email, password: 'a long password', zone: 'Ayawaso West' }
    const { status, body: session } = await call(city.origin, 'POST', '/api/auth/signup', { body })
    expect(status).toBe(201)
    return session.token
  }

  /** Asks at a steady rate, two writes and a read in turn, until it is stopped; what each was answered. */
  function startAsking() {
    const answers: Promise<number | string>[] = []
    const began = performance.now()
    const ticking = setInterval(() => {
      const due = ((performance.now() - began) / 1_000) * RATE
      while (answers.length < due) answers.push(ask(answers.length))
    }, TICK_MS)
    return async () => {
      clearInterval(ticking)
      return Promise.all(answers)
    }
  }
  const ask = (n: number): Promise<number | string> => {
    const token = tokens[n % RESIDENTS] as string
    const [method, body] = n % 3 === 0 ? ['GET'] : ['PUT', { darkMode: n % 2 === 0, notifications: {} }]
    const asked = call(city.origin, method as string, '/api/auth/settings', { token, body: body as object })
    return asked.then(
      ({ status }) => status,
      (error) => String(error.cause ?? error),
    )
  }

  it('loses no request', async () => {
    const stop = startAsking()
    await pause(1_000)
    for (const { kind, address } of SERVING) {
      expect(await city.restart(kind, address)).toBe(0)
      await pause(1_000)
    }
    const answers = await stop()
    const counted = Object.fromEntries(
      [...new Set(answers)].map((answer) => [answer, answers.filter((two) => two === answer).length]),
    )
    expect(counted).toEqual({ 200: answers.length })
    expect(answers.length).toBeGreaterThan(RATE * 4)
  })
})
