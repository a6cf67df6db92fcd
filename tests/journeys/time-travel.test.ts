/** Tests time travel over HTTP: permissions, queries, and no side effects. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import {
  type CallOptions,
  call,
  expectProblem,
  type Reply,
  SEEDED_IDENTIFIERS,
  sendRequest,
  signIn,
  signUp,
  waitForJobs,
} from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
const tokens = {} as Record<Role, string>
/** Report of the test, and a log position at which the dashboard listed it. */
let reported: { id: string; name: string; position: string }

const headOf = async () => Number((await fetch(`${app.url}/api/auth/demo-accounts`)).headers.get('X-Position'))

/** Sends a request as the auditor. */
const asked = (name: EndpointName, query: string, options: CallOptions = {}): Promise<Reply> =>
  call(app, name, { token: tokens.auditor, query, ...options })

beforeAll(async () => {
  app = await startWasteSense()
  for (const role of ROLES) tokens[role] = await signIn(app, SEEDED_IDENTIFIERS[role])
  const { token, name } = await signUp(app)
  const { body } = await call(app, 'reportBinFull', { token, body: { description: 'A secret of mine' } })
  reported = { id: body.report.id, name, position: body.position }
})
afterAll(() => app?.clear())

describe('a moment of the past', () => {
  it('is an auditor’s, of what dispatchers see at present', async () => {
    const at = `at=${reported.position}`
    const { status, body, text } = await asked('activeReports', at)
    expect(status, text).toBe(200)
    const [report] = body.reports.filter(({ id }: { id: string }) => id === reported.id)
    expect(report).toMatchObject({ status: 'new', resident_name: expect.stringMatching(/^Resident [0-9A-F]{8}$/) })
    expect(text).not.toContain(reported.name)
    expect(text).not.toContain('A secret of mine')
    for (const role of ROLES.filter((role) => role !== 'auditor')) {
      expectProblem(await call(app, 'activeReports', { token: tokens[role], query: at }), 403)
      expectProblem(await call(app, 'city', { token: tokens[role], query: at }), 403)
    }
    expectProblem(await call(app, 'city', { query: at }), 401)
    expectProblem(await call(app, 'activeReports', { token: tokens.auditor }), 403)
  })

  it('is without what came after it', async () => {
    const { body } = await asked('activeReports', `at=${Number(reported.position) - 1}`)
    expect(body.reports.map(({ id }: { id: string }) => id)).not.toContain(reported.id)
    expect((await asked('activeReports', 'at=0')).body).toEqual({ reports: [] })
    expect((await asked('activeReports', 'at=2001-01-01T00:00:00Z')).body).toEqual({ reports: [] })
  })

  it('is told with its position and its time', async () => {
    const headers = { Authorization: `Bearer ${tokens.auditor}` }
    const { headers: told } = await fetch(`${app.url}/api/auth/reports/active?at=2001-01-01T00:00:00Z`, { headers })
    expect([told.get('X-Position'), told.get('X-Moment')]).toEqual(['0', '2001-01-01T00:00:00.000Z'])
    expect(told.get('Cache-Control')).toBe('no-store')
    const head = await fetch(`${app.url}/api/auth/reports/active?at=0`, { method: 'HEAD', headers })
    expect([head.status, head.headers.get('X-Position')]).toEqual([200, '0'])
  })

  it.each(['', 'yesterday', '-1', '007', '1e3', '1.5', '2026-03-12', '2026-13-12T00:00:00Z', '9'.repeat(17)])(
    'is not %j',
    async (at) => expectProblem(await asked('activeReports', `at=${at}`), 400),
  )

  it('is not two, and not in the future', async () => {
    expectProblem(await asked('activeReports', 'at=1&at=2'), 400)
    const head = await headOf()
    const future = await asked('activeReports', `at=${head + 1_000}`)
    expectProblem(future, 400)
    expect(future.body.message).toMatch(/the newest event has number \d+/)
    expectProblem(await asked('activeReports', 'at=2100-01-01T00:00:00Z'), 400)
  })

  const gets = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { method }]) => method === 'get')
  it.each(gets)('of %s is a moment, or refused: never the present', async (name) => {
    const headers = { Authorization: `Bearer ${tokens.auditor}` }
    const url = `${app.url}/api${endpoints[name].path.replace(':id', 'none')}?at=${reported.position}`
    const answer = await fetch(url, { headers })
    expect([200, 400, 403, 404]).toContain(answer.status)
    expect(answer.headers.has('X-Moment')).toBe(answer.status === 200)
    if (answer.status === 403) expect(await answer.text()).not.toContain('Your role')
  })

  it.each([
    'checkpoint',
    'verifier',
    'openDaily',
    'picture',
    'security',
    'adminStats',
    'changes',
    'comparison',
  ] as const)('can not be asked of %s', async (name) => {
    const reply = await asked(name, 'at=1&position=1')
    expectProblem(reply, 400)
    expect(reply.body.message).toContain('past moment')
  })

  it('can not be asked of the health', async () => {
    expectProblem(await sendRequest(app, 'get', '/health?at=1'), 400)
  })

  it('tells what an event changed, without a name', async () => {
    const { body, text } = await asked('changes', `position=${reported.position}`)
    const changed = body.changes.map(({ view, before }: { view: string; before: object | null }) => [
      view,
      before === null,
    ])
    expect(changed).toEqual([
      ['reports', true],
      ['zones', false],
    ])
    expect(text).not.toContain(reported.name)
    endpoints.changes.answer.parse(body)
    expectProblem(await call(app, 'changes', { token: tokens.admin, query: 'position=1' }), 403)
  })

  it('tells what differs between two moments, whichever is asked for first', async () => {
    const before = Number(reported.position) - 1
    const { body, text } = await asked('comparison', `board=reports&one=${reported.position}&other=${before}`)
    endpoints.comparison.answer.parse(body)
    expect(body).toMatchObject({ from: { position: before }, added: 1, gone: 0, changed: 0 })
    expect(body.differences).toMatchObject([{ id: reported.id, kind: 'added', events: [Number(reported.position)] }])
    expect(text).not.toContain(reported.name)
    for (const wrong of ['one=1', 'one=1&other=1&other=2', 'one=-1&other=1', 'one=1.5&other=1', 'one=&other=1'])
      expectProblem(await asked('comparison', `board=reports&${wrong}`), 400)
    expectProblem(await asked('comparison', `board=reports&one=1&other=${'9'.repeat(17)}`), 400)
    expectProblem(await asked('comparison', 'board=accounts&one=1&other=1'), 400)
    expectProblem(await asked('comparison', 'board=reports&one=1&other=99999999'), 400)
    expectProblem(await call(app, 'comparison', { token: tokens.admin, query: 'board=zones&one=1&other=1' }), 403)
  })

  it('counts what happened when', async () => {
    const { body } = await asked('density', 'buckets=10')
    endpoints.density.answer.parse(body)
    expect(body.counts).toHaveLength(10)
    expect(body.counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(Number(body.last.position))
    expectProblem(await asked('density', 'from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z'), 400)
  })

  it('makes nothing happen: no mail, no event, no job’s command', async () => {
    const outbox = path.join(app.dataDir, 'outbox')
    const mails = () => (existsSync(outbox) ? readdirSync(outbox).length : 0)
    let updates = 0
    /**
     * Updates a site and waits for recyclers' notifications and all jobs.
     * Returns the log's last position.
     */
    const settled = async () => {
      updates += 1
      const body = { plastic: 100 - updates, metal: updates, currentCapacity: 20 }
      const update = await call(app, 'updateComposition', { token: tokens.dispatcher, id: 'WS001', body })
      expect(update.status, update.text).toBe(200)
      const { body: told } = await eventually(async () => {
        const reply = await call(app, 'recyclerNotifications', { token: tokens.recycler })
        expect(reply.body.notifications).toHaveLength(updates)
        return reply
      })
      expect(told.notifications[0].title).toBe('New Waste Composition Update')
      await waitForJobs(app)
      return headOf()
    }
    const first = await settled()
    const head = await settled()
    const sent = mails()
    for (let at = 0; at <= head; at += Math.ceil(head / 25))
      for (const name of ['activeReports', 'openZones', 'schedules', 'dispatcherNotifications'] as const)
        expect((await asked(name, `at=${at}`)).status).toBe(200)
    expect([await settled(), mails()]).toEqual([head + (head - first), sent])
  })
})
