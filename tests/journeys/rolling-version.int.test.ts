/** Tests a rolling restart to a new reports view. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TableName, tableNameOf, VIEW_VERSIONS } from '#contract/tables.ts'
import { openMongoReadStore } from '#platform/read-store/mongodb.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { findProgram } from '#tests/fixtures/programs.ts'
import { type DoubledInstallation, LOOPBACK_ADDRESSES, startTwoOfEachProcess } from './paired-processes.ts'
import { type Answer, call } from './split-processes-client.ts'
import { PASSWORD } from './split-processes-programs.ts'

const caddy = findProgram('caddy')
const [FIRST, SECOND] = LOOPBACK_ADDRESSES
const OLD = tableNameOf('reports')
const NEXT: TableName = `reports@${VIEW_VERSIONS.reports + 1}`
const BEFORE = 5

describe.skipIf(!caddy)('a rolling restart to a new version of a view', () => {
  let city: DoubledInstallation
  let reads: ReadStore
  let dispatcher: string
  /** Number of open reports that the server has accepted. */
  let open = 0
  beforeAll(async () => {
    city = await startTwoOfEachProcess(caddy ?? '', { SEED: 'demo', SEED_PASSWORD: PASSWORD })
    reads = await openMongoReadStore(city.mongoUrl)
    const body = { employee_id: 'DISP001', password: PASSWORD }
    dispatcher = (await call(city.origin, 'POST', '/api/auth/login', { body })).body.token
    for (let n = 0; n < BEFORE; n++) await report(city.origin)
    await eventually(async () => expect(await shown(city.origin)).toBe(open))
  })
  afterAll(async () => {
    await reads?.close()
    await city?.clear()
  })

  /** Repeats a request while the answer is status 503, which must explain the reason. */
  async function answered(ask: () => Promise<Answer>): Promise<Answer> {
    let answer = await ask()
    await eventually(async () => {
      if (answer.status === 503) {
        expect(answer.body.message).toMatch(/again in a moment/)
        answer = await ask()
      }
      expect(answer.status).not.toBe(503)
    })
    return answer
  }

  async function report(origin: string): Promise<void> {
    const resident = { name: 'Adwoa', email: `${randomUUID()}@example.org`, password: 'a long password' }
    const body = { ...resident, zone: 'Ayawaso West' }
    const { body: session } = await answered(() => call(city.origin, 'POST', '/api/auth/signup', { body }))
    const key = randomUUID()
    const { status } = await answered(() =>
      call(origin, 'POST', '/api/auth/report-bin-full', { token: session.token, key, body: { description: 'Full' } }),
    )
    expect(status).toBe(201)
    open++
  }

  /** Returns a dispatcher's count of open reports, or undefined on 503. */
  async function shown(origin: string): Promise<number | undefined> {
    const { status, body } = await call(origin, 'GET', '/api/auth/reports/active', { token: dispatcher })
    if (status === 503) return undefined
    expect(status).toBe(200)
    return (body.reports as unknown[]).length
  }

  const markAll = (origin: string, truckId: string) => () =>
    call(origin, 'PATCH', '/api/auth/reports/mark-all-collected', {
      token: dispatcher,
      body: { dumpingSiteId: 'WS001', truckId },
    })

  /** Repeatedly counts the open reports through the proxy until `work` ends. */
  async function whileReading(work: () => Promise<void>): Promise<(number | undefined)[]> {
    const counts: (number | undefined)[] = []
    let isOver = false
    const reading = (async () => {
      while (!isOver) counts.push(await shown(city.origin))
    })()
    await work().finally(() => {
      isOver = true
    })
    await reading
    return counts
  }

  const isThere = async (table: TableName) => (await reads.tables()).includes(table)

  it('shows every report, and old processes decide on all of them, while new projections serve beside', async () => {
    const counts = await whileReading(async () => {
      await city.stop('projections', FIRST)
      await city.start('projections', FIRST, 'next')
      await eventually(async () => expect(await shown(city.originOf('projections', FIRST))).toBe(open))
      await report(city.originOf('command-api', FIRST))
    })
    for (const count of counts) expect(count ?? BEFORE).toBeGreaterThanOrEqual(BEFORE)
    expect(await isThere(OLD)).toBe(true)
    for (const address of LOOPBACK_ADDRESSES)
      await eventually(async () => expect(await shown(city.originOf('projections', address))).toBe(open))
    const { status, body } = await answered(markAll(city.originOf('command-api', FIRST), 'T001'))
    expect([status, body.message]).toEqual([200, `${open} reports marked as collected`])
    open = 0
  })

  it('refuses what an old process that hung meanwhile would read, and says why', async () => {
    for (let n = 0; n < BEFORE; n++) await report(city.originOf('command-api', SECOND))
    await city.stop('command-api', FIRST)
    await city.start('command-api', FIRST, 'next')
    await report(city.originOf('command-api', FIRST))
    city.hang('command-api', SECOND)
    await city.stop('projections', SECOND)
    await city.start('projections', SECOND, 'next')
    await eventually(async () => expect(await isThere(OLD)).toBe(false))
    city.wake('command-api', SECOND)
    const refused = await markAll(city.originOf('command-api', SECOND), 'T002')()
    expect([refused.status, refused.body.message]).toEqual([503, expect.stringContaining('being updated')])
    const health = () => call(city.originOf('command-api', SECOND), 'GET', '/health')
    await eventually(async () => expect((await health()).body.status).toBe('critical'))
    const marked = await answered(markAll(city.originOf('command-api', FIRST), 'T002'))
    expect([marked.status, marked.body.message]).toEqual([200, `${open} reports marked as collected`])
  })

  it('has only the new table in the end, with rows of old and of new events', async () => {
    await city.stop('command-api', SECOND)
    await city.start('command-api', SECOND, 'next')
    const channels = (await reads.find(NEXT)).map((row) => (row as { channel?: string }).channel)
    expect(new Set(channels)).toEqual(new Set(['unknown', 'app']))
    expect(await isThere(OLD)).toBe(false)
  })
})
