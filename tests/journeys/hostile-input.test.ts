/** Tests arbitrary input, signed in and not: no crash, no 5xx. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLES } from '#domain/city.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import {
  feedHandshakeArbitrary,
  frameArbitrary,
  invalidFrameArbitrary,
  requestArbitrary,
} from './hostile-arbitraries.ts'
import { forEachConcurrently, sendForStatus, sendHostileFrames } from './hostile-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const SEED = 20_260_304
const HANDSHAKES = 600
/**
 * Number of handshakes per connection.
 * A client can repeat a refused handshake on the same connection.
 */
const HANDSHAKES_PER_SOCKET = 4
const FRAMES = 3_000
const GARBAGE = 400
const REQUESTS = 1_500
const REQUESTS_PER_SESSION = 250
/**
 * Number of frames that each socket sends.
 * The server disconnects sockets that send more often than the web app.
 */
const FRAMES_PER_SOCKET = 30

let app: RunningApp
let tokens: string[]
beforeAll(async () => {
  app = await startWasteSense({ env: { LOG_LEVEL: 'silent' } })
  tokens = await Promise.all(ROLES.map((role) => signIn(app, SEEDED_IDENTIFIERS[role])))
})
afterAll(() => app?.clear())

const some = <T>(what: fc.Arbitrary<T>, numRuns: number) => fc.sample(what, { numRuns, seed: SEED })
const inGroups = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
const tokenFor = (n: number) => tokens[n % tokens.length] ?? ''

async function expectAlive() {
  const health = await fetch(`${app.url}/health`)
  expect(health.status).toBe(200)
  expect(await health.json()).toMatchObject({ status: 'ok' })
}

it('lives through any handshake (FD3)', async () => {
  const said = inGroups(some(feedHandshakeArbitrary(tokenFor(0)), HANDSHAKES), HANDSHAKES_PER_SOCKET)
  await forEachConcurrently(said, (some) =>
    sendHostileFrames(
      app.url,
      some.map((auth) => `40${auth}`),
    ),
  )
  await expectAlive()
})

it('lives through any frame, before and after signing in (FD3)', async () => {
  const groups = inGroups(some(frameArbitrary, FRAMES), FRAMES_PER_SOCKET)
  const answers: number[] = []
  await forEachConcurrently([...groups.entries()], async ([n, said]) => {
    answers.push(await sendHostileFrames(app.url, said, n % 8 === 0 ? {} : { token: tokenFor(n) }))
  })
  // Most of the sent frames are valid, and the server answers frames that request an answer.
  expect(answers.reduce((sum, answer) => sum + answer, 0)).toBeGreaterThan(FRAMES / 4)
  await expectAlive()
})

it('lives through what is no frame at all', async () => {
  const words = some(invalidFrameArbitrary, GARBAGE)
  await forEachConcurrently([...words.entries()], ([n, word]) =>
    sendHostileFrames(app.url, [word], n % 2 ? {} : { token: tokenFor(n) }),
  )
  const queries = ['', 'EIO=3&transport=websocket', 'EIO=4&transport=polling', 'EIO=4&transport=websocket&sid=x', '%']
  await forEachConcurrently(queries, (query) => sendHostileFrames(app.url, ['40'], { query }))
  await expectAlive()
})

it('answers any request, and never with an error of its own', async () => {
  const statuses = new Map<number, number>()
  const failed: string[] = []
  for (const group of inGroups(some(requestArbitrary(ROLES), REQUESTS), REQUESTS_PER_SESSION)) {
    // Sign in for each group, because random requests can end their session.
    // Later requests would mostly get a 401.
    const sessions = new Map<string, string>()
    for (const role of ROLES) sessions.set(`Bearer ${role}`, `Bearer ${await signIn(app, SEEDED_IDENTIFIERS[role])}`)
    await forEachConcurrently(group, async (request) => {
      const { authorization = '' } = request.headers
      const headers = {
        ...request.headers,
        ...(authorization && { authorization: sessions.get(authorization) ?? authorization }),
      }
      // Time-travel reads answer 503 until their index is ready.
      const status = await eventually(async () => {
        const answered = await sendForStatus(app.url, { ...request, headers })
        if (answered === 503) throw new Error(`503 ${request.method} ${request.path}`)
        return answered
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500)
        failed.push(`${status} ${request.method} ${request.path} ${request.body.toString().slice(0, 200)}`)
    })
  }
  expect(failed).toEqual([])
  // The server closes connections only for oversized or unfinished requests.
  expect(statuses.get(0) ?? 0).toBeLessThan(REQUESTS / 20)
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 50)
  await expectAlive()
})
