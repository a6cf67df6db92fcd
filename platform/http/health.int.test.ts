/**
 * Tests the health endpoint: one word for everyone, details for authorized readers.
 * It answers 503 while the process does not serve.
 */
import type { Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { reserveFreePort } from '../../tests/fixtures/free-ports.ts'
import { createInternalAuthorization } from '../auth/authorization-header.ts'
import { createHealthReadAuthorizer } from '../auth/health-readers.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import type { HealthProblem } from '../health-checks.ts'
import { cacheHealthCheck } from '../health-checks.ts'
import { createLog } from '../logging.ts'
import { sharedActivity } from '../worker-threads/cpu-yield.ts'
import { createProcessHealthCheck, type ProcessStage, summarizeHealth } from './health.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

const SECRET = 'a secret that only this test knows about'
const tokens = { verify: async (role: string) => ({ userId: 'u', role }) as Principal } as Tokens
const standing = { version: '1', position: '7', lag: { reports: 2 } }
let server: Server
let url: string
afterEach(() => closeServer(server))

async function open(stage: ProcessStage, troubles: HealthProblem[] = []): Promise<void> {
  server = createHttpServer({
    log: createLog('test', 'silent'),
    health: () => summarizeHealth({ stage, ...standing }, troubles),
    stage: () => stage,
    mayReadHealth: createHealthReadAuthorizer({ tokens, tokenSecret: SECRET }),
    mount: () => undefined,
  })
  url = `http://127.0.0.1:${await listenOnPort(server, await reserveFreePort(), '127.0.0.1')}`
}
async function ask(authorization?: string) {
  const response = await fetch(`${url}/health`, { headers: authorization ? { Authorization: authorization } : {} })
  return { status: response.status, body: await response.json() }
}
const disk = { critical: true, reason: 'The disk is full.' } as const
const job = { reason: 'A job is stuck.' }

it('notes each request for computations beside it', async () => {
  await open('ok')
  const before = performance.timeOrigin + performance.now()
  await ask()
  expect(sharedActivity[0]).toBeGreaterThanOrEqual(before)
})

it.each([
  ['starting', 503],
  ['ok', 200],
  ['stopping', 503],
] as const)('tells a proxy whether to send requests while it is %s, with any problem', async (stage, status) => {
  await open(stage, [disk])
  const ready = await fetch(`${url}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([status, { status: stage }])
})

it('shows strangers one word only', async () => {
  await open('ok', [job])
  const others = [undefined, 'Bearer resident', 'Bearer dispatcher', 'Bearer recycler', 'Internal made-up', 'Basic a']
  for (const who of others) expect(await ask(who)).toEqual({ status: 200, body: { status: 'degraded' } })
})

it('shows admins, auditors and our own processes the details', async () => {
  await open('ok', [job])
  const all = { status: 'degraded', ...standing, reasons: [job.reason] }
  for (const who of ['Bearer admin', 'Bearer auditor', createInternalAuthorization(SECRET)])
    expect((await ask(who)).body).toEqual(all)
})

it.each([
  ['ok', [], 'ok', 200],
  ['ok', [job], 'degraded', 200],
  ['ok', [job, disk], 'critical', 503],
  ['starting', [], 'starting', 503],
  ['stopping', [disk], 'stopping', 503],
] as const)('%s with troubles %j is %s: %i', async (stage, troubles, status, code) => {
  await open(stage, [...troubles])
  expect(await ask()).toEqual({ status: code, body: { status } })
})

it('reports problems to another process of the installation, which reports a missing answer', async () => {
  await open('ok', [job, disk])
  const sibling = { name: 'workers', url, without: 'mails wait' }
  const patienceMs = 60_000
  const look = createProcessHealthCheck(sibling, SECRET, patienceMs)
  expect(await look()).toEqual([job, disk].map(({ reason }) => ({ reason, critical: true })))
  expect(await createProcessHealthCheck(sibling, `${SECRET}!`, patienceMs)()).toEqual([])
  await closeServer(server)
  expect(await look()).toEqual([{ reason: 'workers does not answer: mails wait.' }])
})

it('looks no more often than it is worth, however many ask', async () => {
  let looks = 0
  const look = cacheHealthCheck(async () => {
    looks++
    return []
  }, 60_000)
  await Promise.all([look(), look(), look()])
  await look()
  expect(looks).toBe(1)
})
