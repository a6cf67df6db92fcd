/** Tests a rolling restart under load: two command-apis, two projections. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { findProgram } from '#tests/fixtures/programs.ts'
import {
  type DoubledInstallation,
  LOOPBACK_ADDRESSES,
  PROCESS_KINDS,
  startTwoOfEachProcess,
} from './paired-processes.ts'
import { call } from './split-processes-client.ts'

const caddy = findProgram('caddy')
/**
 * Request rate of the test per second.
 * An idle machine with all processes manages 300.
 */
const RATE = Number(process.env.ROLLING_RATE ?? 20)
/** Pause between a client's requests. */
const PAUSE_MS = 200
const CLIENTS = Math.ceil((RATE * PAUSE_MS) / 1_000)

describe.skipIf(!caddy)('a rolling restart', () => {
  let city: DoubledInstallation
  let tokens: string[]
  beforeAll(async () => {
    city = await startTwoOfEachProcess(caddy ?? '')
    tokens = await Promise.all(Array.from({ length: CLIENTS }, signUp))
  })
  afterAll(() => city?.clear())

  async function signUp(): Promise<string> {
    const email = `${randomUUID()}@example.org`
    const body = { name: 'Adwoa', email, password: 'a long password', zone: 'Ayawaso West' }
    const { status, body: session } = await call(city.origin, 'POST', '/api/auth/signup', { body })
    expect(status).toBe(201)
    return session.token
  }

  type Answered = number | string

  /** Starts clients that each repeat two writes and a read. */
  function startAsking() {
    const answers: Answered[] = []
    let isOver = false
    let isHurried = false
    const clients = tokens.map(async (token) => {
      for (let n = 0; !isOver; n++) {
        answers.push(await ask(token, n))
        if (!isHurried) await pause(PAUSE_MS)
      }
    })
    return {
      /** Resolves once the clients have received three more answers each, on average. */
      goOn: () => {
        const enough = answers.length + 3 * CLIENTS
        return eventually(() => expect(answers.length).toBeGreaterThanOrEqual(enough))
      },
      /** Lets the clients send without pauses, so that some request is pending at all times. */
      hurry(hurried: boolean) {
        isHurried = hurried
      },
      async stop() {
        isOver = true
        await Promise.all(clients)
        return answers
      },
    }
  }
  const ask = (token: string, n: number): Promise<Answered> => {
    const [method, body] = n % 3 === 0 ? ['GET'] : ['PUT', { darkMode: n % 2 === 0, notifications: {} }]
    const asked = call(city.origin, method as string, '/api/auth/settings', { token, body: body as object })
    return asked.then(
      ({ status }) => status,
      (error) => String(error.cause ?? error),
    )
  }

  it('loses no request', async () => {
    const load = startAsking()
    await load.goOn()
    // While one process restarts, the other process of the same kind answers the requests.
    for (const address of LOOPBACK_ADDRESSES) {
      load.hurry(true)
      await load.goOn()
      expect(await Promise.all(PROCESS_KINDS.map((kind) => city.stop(kind, address)))).toEqual(
        PROCESS_KINDS.map(() => 0),
      )
      load.hurry(false)
      await Promise.all(PROCESS_KINDS.map((kind) => city.start(kind, address)))
      await load.goOn()
    }
    const answers = await load.stop()
    const counted = Object.fromEntries(
      [...new Set(answers)].map((answer) => [answer, answers.filter((two) => two === answer).length]),
    )
    expect(counted).toEqual({ 200: answers.length })
  })
})
