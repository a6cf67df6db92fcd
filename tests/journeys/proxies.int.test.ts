/** Tests requests through a proxy: no one-click sign-in, rate limits per client. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
let behind: RunningApp
beforeAll(async () => {
  ;[app, behind] = await Promise.all([startWasteSense(), startWasteSense({ env: { TRUST_PROXY: '1' } })])
})
afterAll(async () => {
  await Promise.all([app?.clear(), behind?.clear()])
})

/** Sends a request with any Host header; `fetch` does not allow that. */
function ask(to: RunningApp, method: string, path: string, headers: Record<string, string> = {}, body?: object) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(`${to.url}${path}`, { method, headers: { 'Content-Type': 'application/json', ...headers } })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.end(body && JSON.stringify(body))
  })
}
const signIn = (to: RunningApp, headers = {}) =>
  ask(to, 'POST', '/api/auth/demo-login', headers, { identifier: 'ADMIN001' })
const offered = async (to: RunningApp, headers = {}) =>
  JSON.parse((await ask(to, 'GET', '/api/auth/demo-accounts', headers)).text).accounts.length

describe('the one-click sign-in', () => {
  it('is there for whoever sits at the machine', async () => {
    for (const headers of [{}, { Host: 'localhost' }, { Origin: app.url }]) {
      expect((await signIn(app, headers)).status).toBe(200)
      expect(await offered(app, headers)).toBeGreaterThan(4)
    }
  })

  it.each([
    { Host: 'waste.example' },
    { 'X-Forwarded-For': '127.0.0.1' },
    { 'X-Forwarded-Proto': 'https' },
    { Forwarded: 'for=127.0.0.1' },
    { 'X-Real-IP': '127.0.0.1' },
    { Via: '1.1 caddy' },
    { Origin: 'https://waste.example' },
  ])('is neither there nor offered with %j', async (headers) => {
    expect((await signIn(app, headers)).status).toBe(404)
    expect(await offered(app, headers)).toBe(0)
  })

  it('is not there at all for an installation that stands behind a proxy', async () => {
    expect((await signIn(behind)).status).toBe(404)
    expect(await offered(behind)).toBe(0)
  })
})

describe('a limit', () => {
  /**
   * Signs in with wrong passwords.
   * Returns the number of the first attempt that gets status 429.
   */
  async function triesUntilRefused(to: RunningApp, email: string, addressOf: (n: number) => string): Promise<number> {
    for (let n = 1; n <= 30; n++) {
      const headers = { 'X-Forwarded-For': addressOf(n) }
      const { status } = await ask(to, 'POST', '/api/auth/login', headers, { email, password: 'a wrong one' })
      if (status === 429) return n
    }
    return Number.POSITIVE_INFINITY
  }

  it('believes the one proxy that it was told of, and nobody before it', async () => {
    const spoofed = (n: number) => `9.9.9.${n}, 203.0.113.7`
    expect(await triesUntilRefused(behind, 'one@example.com', spoofed)).toBe(11)
    expect(await triesUntilRefused(behind, 'two@example.com', (n) => `203.0.113.${n}`)).toBeGreaterThan(11)
  })

  it('takes the addresses of one IPv6 network for one, and those of others not', async () => {
    const oneNetwork = (n: number) => `2001:db8:1:2:${n}::${n}`
    expect(await triesUntilRefused(behind, 'four@example.com', oneNetwork)).toBe(11)
    expect(await triesUntilRefused(behind, 'five@example.com', (n) => `2001:db8:1:${n}::1`)).toBeGreaterThan(11)
  })

  it('takes an address for the same with another port, and in another spelling', async () => {
    const withPort = (n: number) => `203.0.113.8:${40_000 + n}`
    expect(await triesUntilRefused(behind, 'six@example.com', withPort)).toBe(11)
    const inBrackets = (n: number) => `[2001:db8:7:7::1]:${40_000 + n}`
    expect(await triesUntilRefused(behind, 'seven@example.com', inBrackets)).toBe(11)
    const withZeros = (n: number) => (n % 2 === 0 ? '203.0.113.10' : '203.0.113.010')
    expect(await triesUntilRefused(behind, 'eight@example.com', withZeros)).toBe(11)
  })

  it('takes all clients of a proxy that names no address for one', async () => {
    expect(await triesUntilRefused(behind, 'nine@example.com', (n) => `_hidden${n}`)).toBe(11)
  })

  it('believes nobody otherwise', async () => {
    expect(await triesUntilRefused(app, 'three@example.com', (n) => `203.0.113.${n}`)).toBe(11)
  })
})
