/** Tests of calls that wait for an analysis, with timeouts and refusals. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { hasType, LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { EndpointCall, Handlers } from '#platform/http/api.ts'
import { createLog } from '#platform/logging.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import type { Picture } from '#platform/pictures/tasks.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { jpeg } from '#tests/fixtures/picture-files.ts'
import { analysisAggregate } from '../aggregates/analysis.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { createPictureHandlers } from '../pictures/routes.ts'
import { createSiteHandlers } from '../sites/routes.ts'
import { createAnalysisCompletionWaiters } from './completion-waiters.ts'
import { createAnalysisHandlers } from './routes.ts'
import { completeAnalysis, failAnalysis } from './run-analysis.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'waiting-'))
const log = createLog('test', 'silent')
const pictures = openPictures(folder, log)
const clock = () => new Date()
const store = openSqliteEventStore(path.join(folder, 'log.db'))
const kernel = { store, pictures, clock, log }
/** Long time limit for waiting, so that tests do not time out on a slow machine. */
const PATIENT = { patienceMs: 3_600_000 }
let released = 0
let photos = 0

afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Returns a request to analyse a new photo. */
async function callOf(sender = 'u1'): Promise<EndpointCall<'detectImage'>> {
  const source = await jpeg(40 + ++photos, 30)
  const upload = { path: source as unknown as string, sha256: '', release: async () => void released++ }
  return {
    upload,
    principal: { userId: sender },
    body: {},
    envelope: { commandId: `c${photos}`, fingerprint: 'f', actor: 'u1' },
  } as never
}
const detectWith = (routes: Handlers, call: EndpointCall<'detectImage'>) =>
  (routes.detectImage as NonNullable<Handlers['detectImage']>)(call)

/** Ends the newest requested analysis, as a worker in another process would. */
async function end(how: 'done' | 'failed'): Promise<void> {
  const waiting = await eventually(async () => {
    const asked = (await store.readAll(LOG_START, 10_000)).filter(({ type }) => type === 'AnalysisRequested')
    expect(asked).toHaveLength(photos)
    return asked.at(-1)?.data as { analysisId: string; picture: string }
  })
  const { analysisId, picture } = waiting
  const seen = {
    boxes: [],
    model: 'm',
    version: '1',
    annotated: picture,
    took: { decoding: 1, looking: 1, drawing: 1 },
  }
  await handleCommand(
    store,
    analysisAggregate.stream(analysisId),
    analysisAggregate,
    (state) =>
      how === 'done'
        ? completeAnalysis({ analysisId, attempt: 1, ...seen }, state, clock())
        : failAnalysis({ analysisId, attempt: 1, reason: 'It is too dark.' }, state, clock()),
    createPolicyEnvelope(`end-${analysisId}`),
  )
}

it('is answered as soon as another process has ended it', async () => {
  const answering = detectWith(createAnalysisHandlers(kernel, PATIENT), await callOf())
  await end('done')
  const answer = await answering
  expect(isRejection(answer) ? answer : answer.raw.model).toBe('m')
  expect(released).toBe(1)
})

it('gets the reason of the failure, and the address of the result', async () => {
  const answering = detectWith(createAnalysisHandlers(kernel, PATIENT), await callOf())
  await end('failed')
  expect(await answering).toMatchObject({
    rejected: 'internal',
    message: 'It is too dark.',
    instance: expect.any(String),
  })
})

it('gets the address of the result after the time limit, when its upload is already removed', async () => {
  const answer = await detectWith(createAnalysisHandlers(kernel, { patienceMs: 300 }), await callOf())
  expect(answer).toMatchObject({ rejected: 'late', instance: expect.stringMatching(/^\/api\/auth\/analyses\/\w{24}$/) })
  expect(released).toBe(photos)
})

it('is asked to retry if too many wait', async () => {
  const routes = createAnalysisHandlers(kernel, PATIENT)
  const call = await callOf()
  const by = (sender: string) => detectWith(routes, { ...call, principal: { userId: sender } } as typeof call)
  const waiting = Array.from({ length: 8 }, () => by('u1'))
  expect(await by('u1')).toMatchObject({ rejected: 'too-many', retryAfter: 5 })
  for (const sender of ['u2', 'u3', 'u4']) waiting.push(...Array.from({ length: 8 }, () => by(sender)))
  expect(await by('u5')).toMatchObject({ rejected: 'too-many', retryAfter: 5 })
  await end('done')
  for (const answer of await Promise.all(waiting))
    expect(isRejection(answer) ? answer.rejected : 'done').toMatch(/done|too-many/)
})

it('draws few corrections of a person at a time, because all pictures wait for each other', async () => {
  const answering = detectWith(createAnalysisHandlers(kernel, PATIENT), await callOf())
  await end('done')
  await answering
  const logged = await store.readAll(LOG_START, 10_000)
  const requested = logged.findLast((event) => hasType(event, 'AnalysisRequested'))
  const analysisId = requested?.data.analysisId
  const drawn: (() => void)[] = []
  const annotate = () => new Promise<string>((resolve) => drawn.push(() => resolve('a'.repeat(64))))
  const routes = createAnalysisHandlers({ ...kernel, pictures: { ...pictures, annotate } })
  const correct = (n: number) =>
    routes.correctAnalysis?.({
      params: { id: analysisId },
      body: { corrections: 0, boxes: [{ id: `b${n}`, material: 'glass', x0: 0, y0: 0, x1: 1, y1: 1 }] },
      principal: { userId: 'u1' },
      envelope: { commandId: `correct ${n}`, fingerprint: 'f', actor: 'u1' },
    } as never)
  const first = [1, 2].map(correct)
  await eventually(() => expect(drawn).toHaveLength(2))
  expect(await correct(3)).toMatchObject({ rejected: 'too-many', retryAfter: 5 })
  expect(drawn).toHaveLength(2)
  for (const finish of drawn) finish()
  const answers = await Promise.all(first)
  expect(answers.filter((answer) => answer && !isRejection(answer))).toHaveLength(1)
})

it('counts every picture that a person sends or marks, and stores none above the limit', async () => {
  const answering = detectWith(createAnalysisHandlers(kernel, PATIENT), await callOf())
  await end('done')
  await answering
  const logged = await store.readAll(LOG_START, 10_000)
  const requested = logged.findLast((event) => hasType(event, 'AnalysisRequested'))
  const stored: string[] = []
  const take = async () => {
    stored.push('taken')
    return reject('bad-request', msg`This picture is damaged or incomplete. Please take or choose it again.`)
  }
  const annotate = async () => void stored.push('drawn')
  const limited = { ...kernel, pictures: { ...pictures, take, annotate } } as unknown as Kernel
  const counted: string[] = []
  const countPicture = async (userId: string) => {
    counted.push(userId)
    return reject('too-many', msg`Too many changes.`)
  }
  const routes = {
    ...createAnalysisHandlers(limited, { llm: true, countPicture }),
    ...createPictureHandlers(limited, countPicture),
    ...createSiteHandlers(limited, countPicture),
  }
  const call = await callOf()
  const boxes = [{ id: 'b1', material: 'glass', x0: 0, y0: 0, x1: 1, y1: 1 }]
  const bodies = {
    uploadPicture: {},
    detectImage: {},
    detectLlm: {},
    correctAnalysis: { corrections: 0, boxes },
    updateComposition: { annotated_image: 'AAAA', currentCapacity: 1 },
  }
  for (const [name, body] of Object.entries(bodies)) {
    const handle = routes[name as keyof typeof bodies] as (call: object) => Promise<object>
    const answer = await handle({ ...call, body, params: { id: requested?.data.analysisId } })
    expect([name, answer]).toMatchObject([name, { rejected: 'too-many' }])
  }
  expect([counted.length, stored]).toEqual([5, []])
})

it('measures few pictures of a person at a time, because each is read into memory', async () => {
  const measured: (() => void)[] = []
  const size = (hash: string) =>
    new Promise<Picture>((resolve) => measured.push(() => resolve({ hash, width: 40, height: 30 })))
  const routes = createAnalysisHandlers({ ...kernel, pictures: { ...pictures, size } })
  const ask = (n: number, userId = 'u1') =>
    routes.requestAnalysis?.({
      body: { picture: String(n).padStart(64, '0'), method: 'yolo' },
      principal: { userId },
      envelope: { commandId: `ask ${n}`, fingerprint: 'f', actor: userId },
    } as never)
  const first = Array.from({ length: 8 }, (_, n) => ask(n))
  expect(await ask(8)).toMatchObject({ rejected: 'too-many', retryAfter: 5 })
  const other = ask(9, 'u2')
  expect(measured).toHaveLength(9)
  for (const finish of measured) finish()
  await Promise.all([...first, other])
})

it('subscribes once to a log that is closed meanwhile', async () => {
  // Subscribing to a closed log again and again would block the process for ever.
  let subscriptions = 0
  const follow = async function* () {
    if (++subscriptions > 1) await new Promise(() => undefined)
    yield { events: [], caughtUp: true }
  }
  const waiters = createAnalysisCompletionWaiters({ follow, head: () => store.head() }, log)
  await waiters.next('a1', async () => false, 50)
  expect(subscriptions).toBe(1)
})
