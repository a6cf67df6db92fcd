/** Tests Caddy with one hung process per kind: the other serves all requests. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '#tests/fixtures/programs.ts'
import {
  type DoubledInstallation,
  LOOPBACK_ADDRESSES,
  PROCESS_KINDS,
  type ProcessKind,
  startTwoOfEachProcess,
} from './paired-processes.ts'
import { call } from './split-processes-client.ts'

const caddy = findProgram('caddy')
const [HUNG] = LOOPBACK_ADDRESSES
const ROUNDS = 40

describe.skipIf(!caddy)('a process that hangs', () => {
  let city: DoubledInstallation
  let token: string
  beforeAll(async () => {
    city = await startTwoOfEachProcess(caddy ?? '', { METRICS_TOKEN: 'the token of the metrics' })
    const resident = { name: 'Adwoa', email: `${randomUUID()}@example.org`, password: 'a long password' }
    const body = { ...resident, zone: 'Ayawaso West' }
    token = (await call(city.origin, 'POST', '/api/auth/signup', { body })).body.token
  })
  afterAll(() => city?.clear())

  /** Returns how many settings requests the hung process received. */
  async function given(kind: ProcessKind): Promise<number> {
    const headers = { Authorization: 'Bearer the token of the metrics' }
    const text = await (await fetch(`${city.originOf(kind, HUNG)}/metrics`, { headers })).text()
    const counts = text.matchAll(/^wastesense_http_request_seconds_count\{.*settings.*\} (\d+)$/gm)
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }

  it('is left out by the proxy until it goes on', async () => {
    const before = await Promise.all(PROCESS_KINDS.map(given))
    for (const kind of PROCESS_KINDS) city.hang(kind, HUNG)
    const answers: unknown[] = []
    for (let n = 0; n < ROUNDS; n++) {
      const body = { darkMode: n % 2 === 0, notifications: {} }
      // Caddy can't send this request's body again, so the client retries with the same idempotency key.
      const key = randomUUID()
      const put = () => call(city.origin, 'PUT', '/api/auth/settings', { token, key, body })
      let { status } = await put()
      if (status === 502 || status === 504) status = (await put()).status
      answers.push(status, (await call(city.origin, 'GET', '/api/auth/settings', { token })).status)
    }
    expect(new Set(answers)).toEqual(new Set([200]))
    for (const kind of PROCESS_KINDS) city.wake(kind, HUNG)
    const after = await Promise.all(PROCESS_KINDS.map(given))
    // The hung process must get less than half of an equal share of the requests.
    for (const [n, count] of after.entries()) expect(count - (before[n] ?? 0)).toBeLessThan(ROUNDS / 4)
  })
})
