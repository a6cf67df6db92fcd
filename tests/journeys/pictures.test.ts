/** Tests pictures: upload, names, access, restart, backup and hostile input. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/city.ts'
import * as files from '#tests/fixtures/picture-files.ts'
import { call, expectProblem, SEEDED_IDENTIFIERS, sendPicture, signIn } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
const tokens = {} as Record<Role, string>
beforeAll(async () => {
  app = await startWasteSense()
  for (const role of ROLES) tokens[role] = await signIn(app, SEEDED_IDENTIFIERS[role])
})
afterAll(() => app?.clear())

const filesIn = (folder: string) =>
  readdirSync(path.join(app.dataDir, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(app.dataDir, folder, name)).isFile(),
  )
const get = (url: string, role: Role, headers: Record<string, string> = {}) =>
  fetch(app.url + url, { headers: { Authorization: `Bearer ${tokens[role]}`, ...headers } })
const shares = { plastic: 60, organic: 40, currentCapacity: 10 }
const update = (body: object) => call(app, 'updateComposition', { token: tokens.dispatcher, id: 'WS001', body })
const siteOf = async (id: string) => (await call(app, 'site', { token: tokens.recycler, id })).body.site

it('takes a picture, and shows it by its hash to staff for good', async () => {
  const { status, body } = await sendPicture(app, tokens.recycler, await files.jpeg(800, 600))
  expect({ status, ...body }).toMatchObject({
    status: 201,
    width: 800,
    height: 600,
    url: `/api/auth/pictures/${body.picture}`,
  })
  const shown = await get(body.url, 'auditor')
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringMatching(/^inline/),
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${body.picture}"`,
    'x-content-type-options': 'nosniff',
  })
  expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(800)
  expect((await get(body.url, 'admin', { 'If-None-Match': `"${body.picture}"` })).status).toBe(304)
  expect((await get(body.url, 'admin', { 'If-None-Match': '"another"' })).status).toBe(200)
  const narrow = await get(`${body.url}?width=160`, 'dispatcher')
  expect(narrow.headers.get('etag')).toBe(`"${body.picture}-160"`)
  expect((await sharp(await narrow.arrayBuffer()).metadata()).width).toBe(160)
  expect((await get(`${body.url}?width=161`, 'dispatcher')).status).toBe(400)
  expect((await get(body.url, 'resident')).status).toBe(403)
})

it.each(['0'.repeat(64), '..%2F..%2Fvault.key', 'vault.key'])('knows no picture %s', async (id) => {
  const reply = await call(app, 'picture', { token: tokens.admin, id })
  expectProblem(reply, 404)
  expect(reply.body.message).toBe('There is no such picture.')
})

it('does a repetition once, and refuses another picture under the same key', async () => {
  const [one, other] = [await files.jpeg(11, 11), await files.jpeg(12, 12)]
  const first = await sendPicture(app, tokens.dispatcher, one, 'same')
  expect((await sendPicture(app, tokens.dispatcher, one, 'same')).body).toEqual(first.body)
  expectProblem(await sendPicture(app, tokens.dispatcher, other, 'same'), 422)
})

it('keeps what a site is shown with, from base64 on, through kill and restart', async () => {
  expect(await siteOf('WS001')).not.toHaveProperty('image_url')
  const sent = await files.rotatedJpeg()
  const reply = await update({ ...shares, annotated_image: `data:image/jpeg;base64,${sent.toString('base64')}` })
  expect(reply.body.data.has_image).toBe(true)
  const { image_url, image_updated, lastUpdated } = await siteOf('WS001')
  expect(image_updated).toBe(lastUpdated)
  expect(filesIn('blobs')).toHaveLength(1)
  await update(shares)
  expect(await siteOf('WS001')).toMatchObject({ image_url, image_updated })
  await app.kill('SIGKILL')
  await app.restart()
  expect((await siteOf('WS001')).image_url).toBe(image_url)
  const shown = Buffer.from(await (await get(image_url, 'recycler')).arrayBuffer())
  expect((await sharp(shown).metadata()).height).toBe(40)
  expect(shown.includes('Ama')).toBe(false)

  const history = async (query = '') =>
    (await call(app, 'compositionHistory', { token: tokens.recycler, query: `site_id=WS001${query}` })).body.history
  const [newest, before] = await history()
  expect([newest, before].map((row) => row.image_url)).toEqual([undefined, image_url])
  expect(before).not.toHaveProperty('annotated_image')
  expect(before).not.toHaveProperty('image')
  const [, inlined] = await history('&images=1')
  expect(Buffer.from(inlined.annotated_image, 'base64').equals(shown)).toBe(true)
})

it('refuses a site’s picture that is none, and keeps nothing of an update that is refused', async () => {
  const kept = filesIn('blobs')
  expectProblem(await update({ ...shares, annotated_image: 'no base64!' }), 400)
  expectProblem(await update({ ...shares, annotated_image: (await files.svg()).toString('base64') }), 415)
  const picture = (await files.jpeg(50, 50)).toString('base64')
  expectProblem(await update({ ...shares, currentCapacity: 999_999, annotated_image: picture }), 400)
  expect(filesIn('blobs')).toEqual(kept)
})

it('takes a large body for that alone, and from nobody who may not send it', async () => {
  const large = (await files.createNoisePicture(1_200, 900).jpeg({ quality: 100 }).toBuffer()).toString('base64')
  expect(large.length).toBeGreaterThan(1_000_000)
  const body = { ...shares, annotated_image: large }
  expect((await update(body)).status).toBe(200)
  expectProblem(await call(app, 'updateComposition', { token: tokens.recycler, id: 'WS001', body }), 403)
  expectProblem(await update({ ...shares, annotated_image: 'A'.repeat(15_000_000) }), 413)
  expectProblem(await call(app, 'createDelivery', { token: tokens.dispatcher, body }), 413)
})

it('lives through hostile pictures, and leaves no file of them', async () => {
  const waiting = filesIn('uploads')
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
    const reply = await sendPicture(app, tokens.dispatcher, await make())
    expect([400, 413, 415]).toContain(reply.status)
    expectProblem(reply, reply.status)
  }
  expectProblem(await sendPicture(app, tokens.dispatcher, new Uint8Array(0)), 400)
  expectProblem(await sendPicture(app, tokens.dispatcher, new Uint8Array(11 * 1024 * 1024)), 413)
  expect(filesIn('uploads')).toEqual(waiting)
  expect(existsSync(path.join(app.dataDir, 'uploads/incoming'))).toBe(true)
})

it('answers each of 50 of one sender: with a picture, or with a wish for patience', async () => {
  const photo = await files.createNoisePicture(1_000, 750).jpeg().toBuffer()
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendPicture(app, tokens.dispatcher, photo)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(4)
  expect(statuses).toContain(429)
  expect(statuses.every((status) => status === 201 || status === 429)).toBe(true)
  expect(filesIn('uploads').filter((name) => name.startsWith('incoming'))).toEqual([])
})
