/**
 * Tests kills during an upload and a rebuild.
 * Afterwards no file is partial, and each event's photo exists.
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { REBUILD_TARGETS, tableNameOf, type ViewName } from '#contract/tables.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openPictureFolders } from '#platform/pictures/folders.ts'
import { createLogPositionMarks } from '#platform/read-store/log-marks.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { openSqliteReadStore } from '#platform/read-store/sqlite.ts'
import { projectionViews } from '#projections/app.ts'
import { memoryLayoutOf } from '#projections/queries/memory-layout.ts'
import { createViewRebuild } from '#projections/runner/refold.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { jpeg } from '#tests/fixtures/picture-files.ts'
import { call, SEEDED_IDENTIFIERS, sendPicture, signIn, waitForJobs } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'killed-work-'))
const killFile = path.join(folder, 'kill-at')
const log = createLog('test', 'silent')
let app: RunningApp
let dispatcher: string
let admin: string

beforeAll(async () => {
  const killing = `--import=${new URL('./killing.mjs', import.meta.url)}`
  app = await startWasteSense({ env: { NODE_OPTIONS: killing, KILL_AT: killFile } })
  dispatcher = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
  admin = await signIn(app, SEEDED_IDENTIFIERS.admin)
})
afterAll(async () => {
  await app?.clear()
  rmSync(folder, { recursive: true })
})

const filesIn = (folder: string) =>
  readdirSync(path.join(app.dataDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const halfDone = () => ['uploads/incoming', 'blobs/incoming'].flatMap(filesIn)

async function killAndRestart(): Promise<void> {
  await app.kill('SIGKILL')
  await app.restart()
}

/** Runs `work` on a stopped server's files, then restarts. */
async function whileStopped(work: (store: ReturnType<typeof openSqliteEventStore>) => Promise<void>): Promise<void> {
  expect(await app.kill('SIGTERM')).toBe(0)
  const store = openSqliteEventStore(path.join(app.dataDir, 'log.db'))
  await work(store).finally(() => store.close())
  await app.restart()
}

const HASH = /^[0-9a-f]{64}$/
/** Returns the hashes of the photos that an event names. */
const named = (data: object): string[] =>
  Object.entries(data)
    .filter(([field, value]) => ['picture', 'image', 'annotated'].includes(field) && HASH.test(value))
    .map(([, value]) => value)

it('leaves nothing of a photo of which half was sent', async () => {
  const picture = await jpeg(900, 700)
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="p.jpg"\r\n\r\n`
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  // Ignore the reset of the connection when the server is killed.
  socket.on('error', () => undefined)
  socket.write(
    [
      `POST /api${endpoints.uploadPicture.path} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${dispatcher}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${head.length + picture.length + 9}`,
      `\r\n${head}`,
    ].join('\r\n'),
  )
  socket.write(picture.subarray(0, picture.length / 2))
  const sizes = () =>
    filesIn('uploads/incoming').map((name) => statSync(path.join(app.dataDir, 'uploads/incoming', name)).size)
  await eventually(() => expect(sizes()).toEqual([expect.toSatisfy((size: number) => size > 0)]))
  await killAndRestart()
  expect(halfDone()).toEqual([])
  expect((await sendPicture(app, dispatcher, picture)).status).toBe(201)
})

it.each(['before', 'after'])('has a photo for each event that names one, killed %s it was kept', async (moment) => {
  const sent = await sendPicture(app, dispatcher, await jpeg(300, moment.length * 10))
  const ask = () =>
    call(app, 'requestAnalysis', {
      token: dispatcher,
      key: moment,
      body: { picture: sent.body.picture, method: 'yolo' },
    })
  writeFileSync(killFile, moment)
  await expect(ask()).rejects.toThrow()
  // Wait for the process to exit, because the connection closes earlier.
  await app.kill('SIGKILL')
  expect(filesIn('blobs').includes(sent.body.picture)).toBe(moment === 'after')
  await app.restart()
  const asked = await ask()
  expect(asked.status, asked.text).toBeLessThan(300)
  await waitForJobs(app)
  expect(halfDone()).toEqual([])
  await whileStopped(async (store) => {
    const { kept } = openPictureFolders(app.dataDir)
    const pictures = (await store.readAll(LOG_START, 10_000)).flatMap(({ data }) => named(data as object))
    expect(pictures).toContain(sent.body.picture)
    for (const hash of pictures) expect(await kept.get(hash), hash).toBeDefined()
  })
})

/** Corrupts one row of each view, older than the newest event. */
async function spoil(store: ReturnType<typeof openSqliteEventStore>): Promise<ViewName[]> {
  const head = await store.head()
  const reads = await openSqliteReadStore(path.join(app.dataDir, 'views.db'), {
    layoutOf: memoryLayoutOf,
    marks: createLogPositionMarks(store),
    log,
  })
  const spoilt: ViewName[] = []
  for (const { name } of projectionViews) {
    const rows = await reads.find<Row>(tableNameOf(name), { sort: { position: 1 }, limit: 1 })
    for (const row of rows.filter(({ position }) => position < head)) {
      await reads.replace(tableNameOf(name), [{ ...row, position: row.position + 1, spoilt: true } as Row])
      spoilt.push(name)
    }
  }
  await reads.close()
  return spoilt
}

it('has rows as the log makes them after a rebuild that a kill cut off', async () => {
  let spoilt: ViewName[] = []
  await whileStopped(async (store) => {
    spoilt = await spoil(store)
  })
  expect(spoilt.length).toBeGreaterThan(5)
  const targets = REBUILD_TARGETS.filter((target) => spoilt.includes(target as ViewName))
  const replies = await Promise.all(targets.map((rebuild) => call(app, 'operate', { token: admin, body: { rebuild } })))
  for (const { status, text } of replies) expect(status, text).toBe(200)
  await killAndRestart()
  await eventually(async () => {
    const { body } = await call(app, 'operations', { token: admin })
    const states: (string | undefined)[] = body.views.map(
      ({ rebuild }: { rebuild?: { state: string } }) => rebuild?.state,
    )
    expect(states.filter((state) => state && state !== 'done')).toEqual([])
  })
  await whileStopped(async (store) => {
    const reads = await openSqliteReadStore(path.join(app.dataDir, 'views.db'), {
      layoutOf: memoryLayoutOf,
      marks: createLogPositionMarks(store),
      log,
    })
    const different: string[] = []
    for (const view of projectionViews) {
      const anew = createViewRebuild({ store, view })
      await anew.upTo(await store.head())
      different.push(...(await anew.differing(reads)).map(({ id }) => `${view.name}/${id}`))
    }
    await reads.close()
    expect(different).toEqual([])
  })
})
