/** Tests the main journey on a distributed installation, with SIGKILLs. */
import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInternalAuthorization } from '#platform/auth/authorization-header.ts'
import { NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { recordTestBacking } from '#tests/fixtures/backings.ts'
import { drawLitterPicture } from '#tests/fixtures/picture-files.ts'
import { findProgram } from '#tests/fixtures/programs.ts'
import { type SplitProcessesCity, startSplitProcessesCity } from './split-processes-city.ts'
import { call, type FeedRoomClient, openFeedRoomClient } from './split-processes-client.ts'
import { PASSWORD, TOKEN_SECRET, waitUntil } from './split-processes-programs.ts'

const redis = findProgram('redis-server')
const caddy = findProgram('caddy')
const ZONE = 'Ayawaso West'
/**
 * Number of customers in the zone.
 * A collection is due once all of them have reported.
 */
const ALERT_AT = 8

describe.skipIf(!redis || !caddy)('the split processes', () => {
  let city: SplitProcessesCity
  let dispatcher: string
  let admin: string
  let reports: FeedRoomClient
  let alerts: FeedRoomClient
  const boards: FeedRoomClient[] = []

  async function board(token: string, room: Parameters<typeof openFeedRoomClient>[2]): Promise<FeedRoomClient> {
    const opened = await openFeedRoomClient(city.origin, token, room)
    boards.push(opened)
    return opened
  }
  async function signIn(employee_id: string): Promise<string> {
    const body = { employee_id, password: PASSWORD }
    const { status, body: session } = await call(city.origin, 'POST', '/api/auth/login', { body })
    expect(status).toBe(200)
    return session.token
  }
  async function isAdminTold(what: string): Promise<boolean> {
    const { body } = await call(city.origin, 'GET', '/api/auth/admin/stats', { token: admin })
    return (body.systemHealth as { reasons: string[] }).reasons.some((reason) => reason.includes(what))
  }
  async function signUp(zone: string): Promise<string> {
    const email = `${randomUUID()}@example.org`
    const body = { name: 'Adwoa Sarpong', email, password: 'a long password', zone }
    const { status, body: session } = await call(city.origin, 'POST', '/api/auth/signup', { body })
    expect(status).toBe(201)
    return session.token
  }
  const report = (token: string, key?: string) =>
    call(city.origin, 'POST', '/api/auth/report-bin-full', { token, key, body: { description: 'Full to the brim' } })

  beforeAll(async () => {
    city = await startSplitProcessesCity({ redis: redis ?? '', caddy: caddy ?? '' })
    dispatcher = await signIn('DISP001')
    admin = await signIn('ADMIN001')
    reports = await board(dispatcher, 'active-reports')
    alerts = await board(dispatcher, 'notifications')
    recordTestBacking({ port: 'split processes', backing: 'Caddy and Redis', ran: 'real' })
    recordTestBacking({ port: 'split processes', backing: 'EventStoreDB and MongoDB', ran: 'wire double' })
  })

  afterAll(async () => {
    for (const opened of boards) opened.close()
    await city?.clear()
  })

  it('continue a phone session in the other command-api', async () => {
    const made = await call(city.origin, 'POST', '/api/admin/gateways/nalo/secrets', { token: admin, body: {} })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const session = randomUUID()
    let callbacks = 0
    async function dial(USERDATA: string, MSGTYPE = false): Promise<string> {
      const process = city.address(`command-api-${1 + (callbacks++ % 2)}`)
      const fields = { USERID: 'NALOTest', MSISDN: '233244123456', NETWORK: 'MTN', SESSIONID: session }
      const body = { ...fields, USERDATA, MSGTYPE }
      const answer = await call(process, 'POST', made.body.path as string, { body })
      expect(answer.status).toBe(200)
      return answer.body.MSG as string
    }
    expect(await dial('*920#', true)).toMatch(/^WasteSense/)
    for (const input of ['1', '11']) await dial(input)
    const answers = [await dial('0'), await dial('0'), await dial('0')]
    expect(answers[0]).toMatch(/reported full/)
    expect(new Set(answers).size).toBe(1)
  })

  it('show an admin an event that the workers and a view set aside, and rebuild both', async () => {
    const store = await openEventStoreDb(city.address('eventstoredb'))
    const meta = { commandId: 'bad', fingerprint: 'bad', actor: 'system' }
    await store.append('vehicle-bad', NO_STREAM_REVISION, [
      { id: randomUUID(), type: 'TruckDispatched', data: {}, meta },
    ])
    await store.close()
    await waitUntil('the event that was set aside', () => isAdminTold('set aside by the workers (dispatches'))
    const work = async () => (await call(city.origin, 'GET', '/api/admin/operations', { token: admin })).body
    const named = (await work()).setAside as { name: string; target?: string }[]
    expect(named).toContainEqual(expect.objectContaining({ name: 'dispatches', target: 'policies' }))
    expect(named).toContainEqual(expect.objectContaining({ name: 'reports', target: 'reports' }))
    for (const rebuild of ['reports', 'policies']) {
      const asked = await call(city.origin, 'POST', '/api/admin/operations', { token: admin, body: { rebuild } })
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    }
    const isRebuilt = async () => {
      const views = (await work()).views as { id: string; rebuild?: { state: string; corrected: number } }[]
      const { state, corrected } = views.find(({ id }) => id === 'reports')?.rebuild ?? {}
      return state === 'done' && corrected === 0
    }
    await waitUntil('the view that is rebuilt', isRebuilt)
  })

  /**
   * Id of an analysis that was running when all workers were killed.
   * Later another worker gets it.
   */
  let interrupted: string
  const analysisState = async () => {
    const { body } = await call(city.origin, 'GET', `/api/auth/analyses/${interrupted}`, { token: dispatcher })
    return (body.analysis as { state?: string } | undefined)?.state
  }

  it('show an admin that the workers are gone, which are killed in the middle of a photo', async () => {
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(await drawLitterPicture())]), 'photo.jpg')
    const headers = { Authorization: `Bearer ${dispatcher}` }
    const sent = await fetch(`${city.origin}/api/auth/pictures`, { method: 'POST', headers, body: form })
    const { picture } = (await sent.json()) as { picture: string }
    const asked = await call(city.origin, 'POST', '/api/auth/analyses', {
      token: dispatcher,
      body: { picture, siteId: 'WS001', method: 'yolo' },
    })
    expect(asked.status).toBe(201)
    interrupted = (asked.body.analysis as { id: string }).id
    await waitUntil('a worker that has begun', async () => (await analysisState()) === 'running')
    for (const name of ['workers-1', 'workers-2']) await city.kill(name)
    await waitUntil('the workers that are gone', () => isAdminTold('workers does not answer'))
    await Promise.all(['workers-1', 'workers-2'].map(city.start))
    const health = async () => (await call(city.address('workers-1'), 'GET', '/health')).body
    await waitUntil('the event that was set aside anew', async () => (await health()).status === 'degraded')
    expect(await health()).toEqual({ status: 'degraded' })
  })

  it("carry a resident's report to the dispatcher's board and the collection back", async () => {
    const resident = await signUp('Ablekuma North')
    const mine = await board(resident, 'my-reports')
    const key = randomUUID()
    const reported = await report(resident, key)
    expect(reported.status).toBe(201)
    const { id } = reported.body.report as { id: string }
    await waitUntil('the report on the board', () => reports.rows.has(id))
    expect(reports.rows.get(id)).toMatchObject({ resident_name: 'Adwoa Sarpong', description: 'Full to the brim' })
    expect((await report(resident, key)).body).toEqual(reported.body)

    const marked = await call(city.origin, 'PATCH', `/api/auth/reports/${id}/status`, {
      token: dispatcher,
      body: { status: 'collected' },
    })
    expect(marked.status).toBe(200)
    await waitUntil("the collection on the resident's screen", () => mine.rows.get(id)?.status === 'collected')
    await waitUntil('the report off the board', () => !reports.rows.has(id))
  })

  it('show a board that was cut off by a kill -9 what it missed, and never an older state', async () => {
    const joinsBefore = reports.joins.length
    for (const name of ['projections-1', 'projections-2']) await city.kill(name)
    const reported = await report(await signUp('Ablekuma North'))
    expect(reported.status).toBe(201)
    await Promise.all(['projections-1', 'projections-2'].map(city.start))
    const { id } = reported.body.report as { id: string }
    await waitUntil('the missed report on the board', () => reports.rows.has(id))
    expect(reports.joins.slice(joinsBefore)).toEqual(['delta'])
    for (const opened of boards) expect(opened.wentBack()).toBe(false)

    const active = await call(city.origin, 'GET', '/api/auth/reports/active', { token: dispatcher })
    const ids = (active.body.reports as { id: string }[]).map((row) => row.id)
    expect(ids.toSorted()).toEqual([...reports.rows.keys()].toSorted())
  })

  it('raise each alert once when a zone crosses its thresholds, through the queue and back over HTTP', async () => {
    const others = { 'Ablekuma North': { totalCustomers: 145 } }
    const config = { zone_customers: { [ZONE]: { totalCustomers: ALERT_AT }, ...others } }
    const saved = await call(city.origin, 'POST', '/api/auth/config', { token: dispatcher, body: { config } })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    await Promise.all(
      Array.from({ length: ALERT_AT }, async () => expect((await report(await signUp(ZONE))).status).toBe(201)),
    )
    const thresholds = () => [...alerts.rows.values()].filter(({ kind }) => kind === 'threshold')
    await waitUntil('the alerts', () => thresholds().length > 1)
    const message = `Threshold reached: ${ALERT_AT}/${ALERT_AT} residents have reported their bins full in ${ZONE}.`
    const notifications = thresholds().toSorted((a, b) => ((a.title as string) < (b.title as string) ? -1 : 1))
    expect(notifications).toMatchObject([
      { title: 'Bin Full Threshold Reached', message },
      { title: 'Collection Recommended' },
    ])
  })

  it("keep the workers' door shut to the outside", async () => {
    const body = { commandId: 'x', command: { type: 'FinishErasure', userId: 'x' } }
    expect((await call(city.origin, 'POST', '/internal/commands', { body })).status).toBe(404)
    expect((await call(city.address('command-api-1'), 'POST', '/internal/commands', { body })).status).toBe(401)
  })

  it('have looked at the photo once, by workers that came after those that were killed', async () => {
    await waitUntil('the analysis', async () => ['done', 'failed'].includes((await analysisState()) ?? ''))
    const store = await openEventStoreDb(city.address('eventstoredb'))
    const types = (await store.readStream(`analysis-${interrupted}`)).map(({ type }) => type)
    await store.close()
    expect(types.filter((type) => type !== 'AnalysisStarted')).toEqual(['AnalysisRequested', 'AnalysisCompleted'])
    expect(types.length).toBeGreaterThan(3)
  })

  it.each(['command-api-1', 'workers-1'])(
    'say in %s that photos can not be saved, as long as they can not',
    async (name) => {
      const uploads = path.join(city.folder, 'uploads')
      const headers = { Authorization: createInternalAuthorization(TOKEN_SECRET) }
      const saysSo = async () => {
        const answer = await fetch(`${city.address(name)}/health`, { headers })
        const { reasons = [] } = (await answer.json()) as { reasons?: string[] }
        return (
          answer.ok && reasons.some((reason) => reason.startsWith('No photos can be saved at the moment: the folder'))
        )
      }
      renameSync(uploads, `${uploads}-away`)
      await waitUntil('the sentence about the folder', saysSo)
      renameSync(`${uploads}-away`, uploads)
      await waitUntil('the end of it', async () => !(await saysSo()))
    },
  )

  it('end in order when they are asked to', async () => {
    const codes = await city.end()
    expect(Object.values(codes)).toEqual([0, 0, 0, 0, 0, 0])
  })
})
