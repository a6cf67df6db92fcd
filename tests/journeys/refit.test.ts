/** Tests refitting the detector: corrections, a kill, the new version's next photo. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIN_CORRECTED_PHOTOS } from '#contract/analyses/refits.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { HeadRefitsView } from '#contract/views.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import * as files from '#tests/fixtures/picture-files.ts'
import { analyse, call, expectProblem, SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { waitUntil } from './split-processes-programs.ts'

let app: RunningApp
let token: string
let admin: string
let server: Server

// Replaces the slow detector by a stub of a language model.
// A refit uses only the corrections of photos, so the detector's results do not matter.
beforeAll(async () => {
  const content = JSON.stringify({
    items: [{ material: 'metal', confidence: 0.5, box: [0.1, 0.1, 0.4, 0.5] }],
    composition: { metal: 1 },
    weight_kg: { likely: 1, least: 0.5, most: 4 },
  })
  const usage = { prompt_tokens: 10, completion_tokens: 10 }
  const answer = JSON.stringify({ model: 'eye', choices: [{ message: { content } }], usage })
  server = createServer((request, response) => {
    request.resume().on('end', () => response.end(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  app = await startWasteSense({
    env: { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_API_KEY: 'k', LLM_MODEL: 'eye' },
  })
  token = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
  admin = await signIn(app, SEEDED_IDENTIFIERS.admin)
})
afterAll(async () => {
  await app?.clear()
  server.close()
})

const refitting = async (): Promise<HeadRefitsView> => {
  const { body } = await call(app, 'agreement', { token })
  endpoints.agreement.answer.parse(body)
  return body.refitting
}
async function jobsAtWork(): Promise<number> {
  const { body } = await call(app, 'operations', { token: admin })
  return body.queue?.active
}
const photo = (n: number) => files.drawLitterPicture(320 + n, 240)
const sides = ([x0, y0, x1, y1]: number[]) => ({ x0, y0, x1, y1 })

/**
 * Detected box with the highest confidence.
 * All photos contain the same drawing, so all have this box.
 * `mirrored` is a box of the same size on the opposite side of the photo.
 */
let [surest, mirrored]: number[][] = []

async function corrected(n: number, [one, other]: readonly [string, string]): Promise<void> {
  const { body, text } = await analyse(app, 'detectLlm', { token, picture: await photo(n) })
  if (!body.raw) throw new Error(text)
  const boxes = [
    { id: 'c1', material: one, ...sides(surest as number[]) },
    { id: 'c2', material: other, ...sides(mirrored as number[]) },
  ]
  const id = body.raw.analysis_id
  const reply = await call(app, 'correctAnalysis', { token, id, body: { corrections: 0, boxes } })
  expect(reply.status, reply.text).toBe(200)
}
const TOLD = ['textile', 'organic'] as const

/**
 * Waits until a refit has ended.
 * A refit takes minutes on a busy machine, because it yields the processor.
 */
const hasEnded = (number: number) =>
  waitUntil('the refit', async () => {
    const [newest] = (await refitting()).newest
    return newest?.refit === number && newest.state !== 'asked'
  })

it('learns once, through a kill in the middle, and the next photo is looked at by what it learned', async () => {
  const before = await analyse(app, 'detectImage', { token, picture: await photo(0) })
  expect(before.body.raw.version).toBe('2')
  surest = before.body.raw.detections[0].bbox as number[]
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = surest
  mirrored = [1 - x1, y0, 1 - x0, y1]
  for (let n = 1; n < MIN_CORRECTED_PHOTOS; n++) await corrected(n, TOLD)
  const early = await call(app, 'refitHead', { token })
  expectProblem(early, 409)
  await corrected(MIN_CORRECTED_PHOTOS, TOLD)
  expect(await refitting()).toMatchObject({ waiting: MIN_CORRECTED_PHOTOS, newest: [] })

  const replies = await Promise.all([call(app, 'refitHead', { token }), call(app, 'refitHead', { token })])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  await eventually(async () => expect(await jobsAtWork()).toBeGreaterThan(0))
  await app.kill('SIGKILL')
  await app.restart()
  await hasEnded(1)
  const { inUse, newest, waiting } = await refitting()
  expect(newest).toHaveLength(1)
  expect(inUse).toEqual(newest[0])
  expect(inUse?.made).toMatchObject({
    version: '2.1',
    taken: true,
    trainedOn: { photos: MIN_CORRECTED_PHOTOS, boxes: 20 },
  })
  expect(inUse?.made?.after.right).toBeGreaterThan(inUse?.made?.before.right ?? 20)
  expect(waiting).toBe(0)

  const after = await analyse(app, 'detectImage', { token, picture: await photo(0) })
  expect(after.body.raw).toMatchObject({ version: '2.1' })
  expect(after.body.raw.analysis_id).not.toBe(before.body.raw.analysis_id)
  expect(after.body.raw.detections[0]).toMatchObject({ class: 'textile', bbox: surest })
  const again = await analyse(app, 'detectImage', { token, picture: await photo(0) })
  expect(again.body).toEqual(after.body)
  expectProblem(await call(app, 'refitHead', { token }), 409)
})

it('has the refit in its log once', async () => {
  await app.kill('SIGTERM')
  const store = openSqliteEventStore(`${app.dataDir}/log.db`)
  const types = (await store.readStream('material-head')).map(({ type }) => type)
  await store.close()
  expect(types).toEqual(['RefitRequested', 'MaterialHeadRefitted'])
})
