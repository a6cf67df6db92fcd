/** Tests every GET with its widest parameters: no failure, limited rows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { ViewName } from '#contract/tables.ts'
import { openTestInstallation, type TestInstallation } from '#demo/fixtures.ts'
import { seedDemoYear } from '#demo/year.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { type AuditHistory, createAuditHistory } from '#platform/audit-log/history.ts'
import { createTokens, TOKEN_LIFETIME_MS } from '#platform/auth/tokens.ts'
import { createHttpServer, listenOnPort } from '#platform/http/server.ts'
import { createLog } from '#platform/logging.ts'
import { disabledPictureStore } from '#platform/pictures/pictures.ts'
import { createLogProver } from '#platform/proof/prover.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { createReadHandlers, mountReadRoutes } from '#projections/app.ts'
import type { ReadDependencies } from '#projections/queries/dependencies.ts'
import { createTimeTravel, type TimeTravel } from '#projections/time-travel/time-travel.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { EXTREME_MOMENTS, getEndpoints, type Query, widestQueriesOf } from './widest-queries.ts'

/** Number of days with data in this city. */
const DAYS = 365
const TODAY = new Date('2026-11-23T12:00:00.000Z')

/** Allowed HTTP statuses. 403 answers requests for another person's objects. */
const EXPECTED = [200, 400, 403, 404, 409]

/**
 * Maximum number of values in one filter of a query.
 * A query that lists every day of a long period would exceed it.
 */
const MOST_VALUES = 2_000
/**
 * Maximum number of queries per request.
 * A statement over five years comes closest, because it reads each part of its period twice.
 */
const MOST_QUERIES = 100
/** Maximum number of times that one request may read the same row. */
const MOST_TIMES = 2

/** Rows and queries that a handler reads for one request. */
interface Work {
  rows: Map<ViewName, number>
  queries: number
  values: number
}
const noWork = (): Work => ({ rows: new Map(), queries: 0, values: 0 })

const longestList = (filter: unknown): number => {
  if (Array.isArray(filter)) return Math.max(filter.length, ...filter.map(longestList))
  if (filter === null || typeof filter !== 'object') return 0
  return Math.max(0, ...Object.values(filter).map(longestList))
}

describe('the widest reads', () => {
  let folder: string
  let city: TestInstallation
  let past: TimeTravel
  let history: AuditHistory
  let reading: ReadDependencies
  let url: string
  let work = noWork()
  let close: () => void
  const tokens = new Map<Role, string>()

  /** Returns a copy of `rows` that counts queries, filter values and returned rows. */
  const counting = (rows: Rows): Rows => ({
    get: rows.get,
    async find(view, query) {
      const found = await rows.find(view, query)
      work.queries += 1
      work.values = Math.max(work.values, longestList(query?.filter))
      work.rows.set(view, (work.rows.get(view) ?? 0) + found.length)
      return found as never
    },
    async count(view, filter) {
      work.queries += 1
      work.values = Math.max(work.values, longestList(filter))
      return rows.count(view, filter)
    },
  })

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: TODAY })
    folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
    city = await openTestInstallation(folder)
    const { kernel, runner } = city
    await seedDemoYear(kernel, runner, DAYS)
    await city.caughtUp()
    const { store, vault } = kernel
    const log = createLog('test', 'silent')
    past = createTimeTravel({ store, dataDir: folder, clock: kernel.clock, log })
    history = createAuditHistory({ store, dataDir: folder })
    const issuer = createTokens(new Uint8Array(32), vault)
    const counted = { ...runner, rows: counting(runner.rows) }
    const prover = createLogProver({ store, vault, dataDir: folder })
    reading = {
      ...kernel,
      runner: counted,
      pictures: disabledPictureStore,
      tokens: issuer,
      log,
      prover,
      past,
      history,
      installation: {},
    }
    const server = createHttpServer({
      log,
      health: () => ({ status: 'ok', version: '', position: '', lag: {} }),
      mount: (app) => mountReadRoutes(app, reading, new Uint8Array(32)),
    })
    url = `http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}`
    close = () => {
      server.closeAllConnections()
      server.close()
    }
    for (const role of ROLES) {
      await vault.setPassword(role, 'nobody signs in with it')
      const now = Date.now()
      await vault.openSession(role, {
        id: role,
        device: '',
        since: now,
        seenAt: now,
        expiresAt: now + TOKEN_LIFETIME_MS,
      })
      const zone = role === 'resident' ? 'Ablekuma North' : undefined
      tokens.set(role, await issuer.issue({ userId: role, role, zone, sessionId: role }, 1, now))
    }
    // The first request starts the indexing of history and time travel.
    await eventually(async () => {
      expect((await get('density', {}, 'auditor')).status).toBe(200)
      expect(JSON.parse((await get('auditEvents', {}, 'auditor')).text).preparing).toBe(undefined)
    })
  })
  afterAll(async () => {
    close?.()
    await Promise.all([past?.close(), history?.close()])
    await city?.close()
    vi.useRealTimers()
    rmSync(folder, { recursive: true })
  })

  async function get(name: EndpointName, query: Query, role: Role) {
    // Two seconds between requests avoid the rate limits per minute.
    vi.setSystemTime(Date.now() + 2_000)
    const address = `${url}/api${endpoints[name].path.replace(':id', '1')}?${new URLSearchParams(query)}`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${tokens.get(role)}` } })
    return { status: answer.status, text: await answer.text() }
  }

  /** Returns the role that may read most: admin if permitted, otherwise the last listed role. */
  const readerOf = ({ roles }: Endpoint): Role =>
    typeof roles === 'string' || roles.includes('admin') ? 'admin' : (roles.at(-1) ?? 'admin')

  it('are of every endpoint', () => {
    expect(getEndpoints.map(([name]) => name).filter((name) => !(name in createReadHandlers(reading)))).toEqual([])
  })

  it.each(getEndpoints)('%s is answered or refused, and reads no row more often than twice', async (name, endpoint) => {
    const role = readerOf(endpoint)
    const faults: string[] = []
    for (const query of widestQueriesOf(endpoint)) {
      work = noWork()
      const { status, text } = await get(name, query, role)
      const asked = `${new URLSearchParams(query)}`.slice(0, 200)
      if (!EXPECTED.includes(status)) faults.push(`${asked}: ${status} ${text.slice(0, 200)}`)
      if (status === 400) expect(JSON.parse(text).message).toMatch(/\S/)
      if (work.values > MOST_VALUES) faults.push(`${asked}: a list of ${work.values} values`)
      if (work.queries > MOST_QUERIES) faults.push(`${asked}: ${work.queries} queries`)
      for (const [view, count] of work.rows) {
        const most = MOST_TIMES * (await city.runner.rows.count(view))
        if (count > most) faults.push(`${asked}: ${count} rows of ${view}, of ${most / MOST_TIMES} that there are`)
      }
    }
    expect(faults).toEqual([])
  })

  it.each(getEndpoints.filter(([, { kind }]) => kind === 'json'))(
    '%s is answered or refused at any moment',
    async (name) => {
      const faults: string[] = []
      for (const at of EXTREME_MOMENTS) {
        const [query = {}] = widestQueriesOf(endpoints[name])
        const { status, text } = await get(name, { ...query, at }, 'auditor')
        if (!EXPECTED.includes(status)) faults.push(`${at}: ${status} ${text.slice(0, 200)}`)
      }
      expect(faults).toEqual([])
    },
  )

  const answered = async (name: EndpointName, query: Query, role: Role) =>
    JSON.parse((await get(name, query, role)).text)

  it('find everything in a period that is wider than the log', async () => {
    const all = await answered('auditEvents', { limit: '1' }, 'auditor')
    expect(all.older).toBeGreaterThan(500)
    const periods: Query[] = [{ from: '0001-01-01' }, { to: '9999-12-31' }, { until: '9999-12-31' }]
    for (const query of periods) expect(await answered('auditEvents', { ...query, limit: '1' }, 'auditor')).toEqual(all)
    const days = await answered('compositionDays', { limit: '366' }, 'recycler')
    expect(days.days.length).toBeGreaterThan(5)
    const spans: Query[] = [{ from: '0001-01-01' }, { to: '9999-12-31' }, { from: '0001-01-01', to: '9999-12-31' }]
    for (const query of spans)
      expect(await answered('compositionDays', { ...query, limit: '366' }, 'recycler')).toEqual(days)
  })

  it('read only as many days back as the answer has', async () => {
    const rowsFor = async (name: EndpointName, query: Query, view: ViewName) => {
      work = noWork()
      expect((await get(name, query, 'recycler')).status).toBe(200)
      return work.rows.get(view) ?? 0
    }
    const some = await rowsFor('compositionDays', { limit: '1' }, 'compositions')
    expect(await rowsFor('compositionDays', { from: '0001-01-01', limit: '1' }, 'compositions')).toBe(some)
    const month = { from: '2026-10-25', to: '2026-11-23', limit: '1' }
    const recent = await rowsFor('arrivedDeliveries', month, 'deliveries')
    expect(await rowsFor('arrivedDeliveries', { ...month, from: '2022-01-01' }, 'deliveries')).toBe(recent)
  })
})
