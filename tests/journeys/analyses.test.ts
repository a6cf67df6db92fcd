/** Tests photo analysis: results, corrections, killed servers, hostile input. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LitterBox } from '#contract/analyses/litter.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Analysis } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import * as files from '#tests/fixtures/picture-files.ts'
import { analyse, call, expectProblem, SEEDED_IDENTIFIERS, sendForm, sendPicture, signIn } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { waitUntil } from './split-processes-programs.ts'

let app: RunningApp
let token: string
beforeAll(async () => {
  app = await startWasteSense()
  token = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
})
afterAll(() => app?.clear())

const detect = (picture: Uint8Array, siteId?: string, key?: string) =>
  analyse(app, 'detectImage', { token, picture, key, ...(siteId && { fields: { siteId } }) })
const analysisOf = async (id: string): Promise<Analysis> =>
  (await call(app, 'analysis', { token, id })).body.analysis as Analysis
const listed = async (query = ''): Promise<Analysis[]> =>
  (await call(app, 'analyses', { token, query })).body.analyses as Analysis[]
const plain = (boxes: LitterBox[] = []) => boxes.map(({ confidence: _, ...box }) => box)
const sum = (composition: object) => Object.values(composition).reduce((total: number, part: number) => total + part, 0)
const siteOf = async (id: string) => (await call(app, 'site', { token, id })).body.site

/**
 * Number of photos drawn so far.
 * It is added to the width, so that no two photos are equal.
 */
let photos = 0
const photo = () => files.drawLitterPicture(400 + ++photos, 300)
const analysed = async (siteId = 'WS001') => {
  const { body, status, text } = await detect(await photo(), siteId)
  if (status !== 200) throw new Error(text)
  return analysisOf(body.raw.analysis_id)
}
const correct = (id: string, corrections: number, boxes: object[], key?: string) =>
  call(app, 'correctAnalysis', { token, id, body: { corrections, boxes }, ...(key && { key }) })

it('says what is in a photo, in the specified shape, with the boxes drawn', async () => {
  const sent = await photo()
  const { status, body, text } = await detect(sent, 'WS001')
  expect(status, text).toBe(200)
  endpoints.detectImage.answer.parse(body)
  expect(Object.keys(body.result).sort()).toEqual([...MATERIALS].sort())
  expect(sum(body.result)).toBe(100)
  expect(body.total_weight).toBe(body.raw.weight.kg)
  expect(body.raw.weight.low).toBeLessThan(body.total_weight)
  expect(body.raw.weight.high).toBeGreaterThan(body.total_weight)
  expect(body.raw.detections.length).toBeGreaterThan(0)
  const image = sharp(Buffer.from(body.annotated_image, 'base64'))
  expect(await image.metadata()).toMatchObject({ format: 'jpeg', width: 400 + photos, height: 300 })
  const row = await analysisOf(body.raw.analysis_id)
  expect(row).toMatchObject({
    state: 'done',
    method: 'yolo',
    siteId: 'WS001',
    composition: body.result,
    corrections: 0,
  })
  const shown = await fetch(app.url + row.annotated_url, { headers: { Authorization: `Bearer ${token}` } })
  expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(body.annotated_image)
})

it('looks at the same photo for the same site once, also when it is sent twice at once', async () => {
  const sent = await photo()
  const before = (await listed('limit=200')).length
  const [one, two] = await Promise.all([detect(sent, 'WS001'), detect(sent, 'WS001')])
  const again = await detect(sent, 'WS001')
  expect(one.body).toEqual(two.body)
  expect(again.body).toEqual(one.body)
  const elsewhere = await detect(sent, 'WS002')
  expect(elsewhere.body.raw.analysis_id).not.toBe(one.body.raw.analysis_id)
  expect(await listed('limit=200')).toHaveLength(before + 2)
  expect((await listed('site_id=WS002')).map(({ siteId }) => siteId)).toEqual(['WS002'])
})

/** Id of an analysis that nobody corrects. */
let left: string

it('answers a repetition as before, and refuses another photo under the same key', async () => {
  const [one, other] = [await photo(), await photo()]
  const first = await detect(one, 'WS001', 'same key')
  left = first.body.raw.analysis_id
  expect((await detect(one, 'WS001', 'same key')).body).toEqual(first.body)
  expectProblem(await detect(other, 'WS001', 'same key'), 422)
})

it('finds nothing where nothing is: unknown, and not something else', async () => {
  const { status, body } = await detect(await files.jpeg(700, 500))
  expect({ status, ...body }).toMatchObject({ status: 200, result: {}, total_weight: null, raw: { detections: [] } })
  const row = await analysisOf(body.raw.analysis_id)
  expect(row).not.toHaveProperty('composition')
  expect(row).not.toHaveProperty('weight')
})

it('looks at a picture that was sent before, and tells how far it is', async () => {
  const { body: sent } = await sendPicture(app, token, await photo())
  const asked = await call(app, 'requestAnalysis', { token, body: { picture: sent.picture, method: 'yolo' } })
  expect(asked.body.analysis).toMatchObject({ state: 'queued', width: 400 + photos, height: 300 })
  const { id } = asked.body.analysis
  await waitUntil('the analysis', async () => (await analysisOf(id)).state === 'done')
  const unknown = { picture: '0'.repeat(64), method: 'yolo' }
  expectProblem(await call(app, 'requestAnalysis', { token, body: unknown }), 404)
  expectProblem(await call(app, 'requestAnalysis', { token, body: { ...unknown, picture: 'x' } }), 400)
  const elsewhere = { picture: sent.picture, siteId: 'WS404', method: 'yolo' }
  expectProblem(await call(app, 'requestAnalysis', { token, body: elsewhere }), 404)
})

it('says which setting a language model needs, and which other method there is', async () => {
  const reply = await sendForm(app, 'detectLlm', { token, picture: await photo() })
  expectProblem(reply, 503)
  expect(reply.body.message).toMatch(/LLM_BASE_URL.*LLM_MODEL.*yolo/)
  const body = { picture: '0'.repeat(64), method: 'llm' }
  expectProblem(await call(app, 'requestAnalysis', { token, body }), 503)
})

describe('corrected', () => {
  it('counts from then on: for the analysis, the site that was made of it, and its deliveries', async () => {
    const row = await analysed()
    const truck = { id: 'V900', type: 'side_loader', make: 'Ford', model: 'Transit', year: 2022 }
    const tank = { fuel_efficiency_kmpl: 12.5, tank_capacity_liters: 80, current_fuel_level: 40 }
    await call(app, 'registerVehicle', { token, body: { ...truck, ...tank, registration_number: 'GW-900' } })
    const load = { truckId: 'V900', facilityId: 'WS001', zone: 'Ablekuma North', status: 'in-transit' }
    const { body: made } = await call(app, 'createDelivery', { token, body: load })
    const deliveryOf = async () =>
      (await call(app, 'deliveries', { token })).body.deliveries.find(
        ({ id }: { id: string }) => id === made.delivery.id,
      )

    const update = { ...row.composition, currentCapacity: 20, analysisId: row.id }
    expect((await call(app, 'updateComposition', { token, id: 'WS002', body: update })).status).toBe(409)
    expect((await call(app, 'updateComposition', { token, id: 'WS001', body: update })).status).toBe(200)
    expect(await siteOf('WS001')).toMatchObject({ composition: row.composition, image_url: row.annotated_url })
    expect(await deliveryOf()).toMatchObject({ status: 'arrived', composition: row.composition })

    const boxes = plain(row.boxes).map((box) => ({ ...box, material: 'metal' }))
    const corrected = await correct(row.id, 0, boxes, 'a key')
    expect(corrected.body.analysis).toMatchObject({ boxes, composition: { metal: 100 }, corrections: 1 })
    expect(corrected.body.analysis.annotated_url).not.toBe(row.annotated_url)
    expect((await correct(row.id, 0, boxes, 'a key')).body).toEqual(corrected.body)
    const { annotated_url: image_url, composition } = corrected.body.analysis
    await eventually(async () => {
      expect(await siteOf('WS001')).toMatchObject({ composition, image_url, currentCapacity: 20 })
      expect(await deliveryOf()).toMatchObject({ composition, compositionFrom: 'site' })
    })

    expectProblem(await call(app, 'updateComposition', { token, id: 'WS001', body: update }), 409)
    expect(await siteOf('WS001')).toMatchObject({ composition, image_url })
  })

  it('only to boxes that can be', async () => {
    const { id, boxes = [] } = await analysisOf(left)
    const [box] = plain(boxes)
    for (const wrong of [
      { ...box, x1: 1.2 },
      { ...box, x1: box?.x0 },
      { ...box, material: 'gold' },
      { ...box, id: '' },
    ])
      expectProblem(await correct(id, 0, [wrong]), 400)
    expectProblem(await correct(id, 0, [box, box] as object[]), 400)
    expectProblem(await correct('none', 0, []), 404)
    expect((await analysisOf(id)).corrections).toBe(0)
  })

  it('by two at once: one is told to look again', async () => {
    const { id, boxes } = await analysisOf(left)
    const [glass, paper] = ['glass', 'textile'].map((material) => plain(boxes).map((box) => ({ ...box, material })))
    const replies = await Promise.all([correct(id, 0, glass ?? []), correct(id, 0, paper ?? [])])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await analysisOf(id)).corrections).toBe(1)
  })
})

it('has looked at a photo once after a kill in the middle', async () => {
  const sent = await Promise.all([photo(), photo()].map(async (made) => sendPicture(app, token, await made)))
  const ids: string[] = []
  for (const { body } of sent) {
    const asked = await call(app, 'requestAnalysis', { token, body: { picture: body.picture, method: 'yolo' } })
    ids.push(asked.body.analysis.id)
  }
  await eventually(async () => expect((await listed()).some(({ state }) => state === 'running')).toBe(true))
  await app.kill('SIGKILL')
  // Creates the half-written files that remain if a process is killed during an upload or a decoding.
  const begun = ['uploads', 'blobs'].map((folder) => path.join(app.dataDir, folder, 'incoming', 'begun'))
  for (const file of begun) writeFileSync(file, 'half')
  await app.restart()
  expect(begun.filter((file) => existsSync(file))).toEqual([])
  // Wait long: on a busy machine the detector takes minutes.
  await waitUntil('both analyses', async () =>
    (await Promise.all(ids.map(analysisOf))).every(({ state }) => state === 'done'),
  )
  for (const id of ids) expect((await listed('limit=200')).filter((row) => row.id === id)).toHaveLength(1)
})

it('takes photos by the same door as all pictures, and keeps nothing of what it refuses', async () => {
  const kept = () =>
    ['uploads', 'blobs'].flatMap((folder) =>
      readdirSync(path.join(app.dataDir, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
        statSync(path.join(app.dataDir, folder, name)).isFile(),
      ),
    )
  const before = kept()
  const rows = (await listed('limit=200')).length
  const hostile = [
    files.decompressionBombPng,
    files.truncatedJpeg,
    files.svg,
    files.pdf,
    files.jpegWithHtml,
    files.jpegWithZip,
    files.gif,
    files.heic,
  ]
  for (const make of hostile) {
    const reply = await detect(await make())
    expect([400, 413, 415]).toContain(reply.status)
    expectProblem(reply, reply.status)
  }
  expectProblem(await detect(new Uint8Array(0)), 400)
  expectProblem(await detect(new Uint8Array(11 * 1024 * 1024)), 413)
  expectProblem(await sendForm(app, 'detectImage', { token, picture: await files.jpeg(), field: 'photo' }), 400)
  expectProblem(await detect(await files.jpeg(), 'WS404'), 404)
  expect(kept().length - before.length).toBeLessThanOrEqual(1)
  expect(await listed('limit=200')).toHaveLength(rows)
})

it.each([
  ['on its side', files.rotatedJpeg],
  ['CMYK', files.cmykJpeg],
  ['16 bits', files.sixteenBitPng],
  ['WebP', files.webp],
])('takes what is a picture: %s', async (_, make) => {
  const { status, text } = await sendPicture(app, token, await make())
  expect(status, text).toBe(201)
})

it('looks at what was no JPEG', async () => {
  const { status, text } = await detect(await files.avif())
  expect(status, text).toBe(200)
})

it('takes a picture of one dot', async () => {
  const { status, body } = await detect(await files.png(1, 1))
  expect({ status, ...body }).toMatchObject({ status: 200, result: {} })
})
