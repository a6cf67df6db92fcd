/** Tests photos analysed by a language model: answers, refusals and retries. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import * as files from '#tests/fixtures/picture-files.ts'
import { analyse, call, expectProblem, SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
let token: string
let server: Server
let status = 200
const asked: string[] = []
const said = {
  items: [{ material: 'glass', confidence: 0.8, box: [0.1, 0.1, 0.4, 0.5] }],
  composition: { glass: 2, paper: 1 },
  weight_kg: { likely: 1.5, least: 0.5, most: 4 },
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    asked.push(Buffer.concat(pieces).toString())
    const choices = [{ message: { content: JSON.stringify(said) } }]
    const usage = { prompt_tokens: 1_000, completion_tokens: 90 }
    response.writeHead(status).end(JSON.stringify({ model: 'eye-2026', choices, usage }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const env = { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_API_KEY: 'k', LLM_MODEL: 'eye', LOG_LEVEL: 'fatal' }
  app = await startWasteSense({ env })
  token = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
})
afterAll(async () => {
  await app?.clear()
  server.close()
})

const detect = (picture: Uint8Array) => analyse(app, 'detectLlm', { token, picture, fields: { siteId: 'WS001' } })

it('answers in the specified shape, and tells what that took', async () => {
  const { status: answered, body, text } = await detect(await files.rotatedJpeg())
  expect(answered, text).toBe(200)
  endpoints.detectLlm.answer.parse(body)
  // The server calculates the composition from the boxes, so that boxes and composition match.
  const composition = { plastic: 0, paper: 0, glass: 100, metal: 0, organic: 0, textile: 0, other: 0 }
  expect(body).toMatchObject({ composition, estimated_weight: 1.5 })
  expect(body.raw).toMatchObject({
    detections: [{ class: 'glass', confidence: 0.8, bbox: [0.1, 0.1, 0.4, 0.5] }],
    model: 'eye',
    version: 'eye-2026',
    usage: { promptTokens: 1_000, answerTokens: 90, calls: 1 },
  })
  // Check that the sent picture has no metadata.
  const sent = /base64,([\w+/=]+)/.exec(asked[0] ?? '')?.[1] ?? ''
  expect(Buffer.from(sent, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(Buffer.from(sent, 'base64').includes('Ama')).toBe(false)
})

it('says why there is no answer, keeps that, and looks again when it is asked again', async () => {
  const photo = await files.drawLitterPicture()
  status = 401
  const refused = await detect(photo)
  expectProblem(refused, 503)
  expect(refused.body).toMatchObject({
    message: 'The language model refused the key: check LLM_API_KEY.',
    instance: expect.stringMatching(/^\/api\/auth\/analyses\/\w+$/),
  })
  const id = refused.body.instance.split('/').at(-1)
  expect((await call(app, 'analysis', { token, id })).body.analysis).toMatchObject({
    state: 'failed',
    reason: refused.body.message,
  })
  status = 200
  const { body } = await detect(photo)
  expect(body.raw.analysis_id).toBe(id)
  expect((await call(app, 'analysis', { token, id })).body.analysis).toMatchObject({ state: 'done' })
})
