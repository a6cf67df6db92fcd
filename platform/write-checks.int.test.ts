/** Tests that unwritable folders and failing or silent logs are reported until they recover. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type EventStore,
  NO_STREAM_REVISION,
  StoreUnavailable,
  WrongExpectedRevision,
} from './event-store/event-store.ts'
import { openSqliteEventStore } from './event-store/sqlite.ts'
import { createFirstProblemHealthCheck } from './health-checks.ts'
import { createFolderCheck, createPictureFoldersCheck, createRowsFileCheck, watchStoreHealth } from './write-checks.ts'

let folder: string
let store: EventStore
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  store = openSqliteEventStore(path.join(folder, 'log.db'))
})
afterEach(async () => {
  vi.useRealTimers()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a folder is tried by writing to it, and left as it was', async () => {
  const data = path.join(folder, 'data')
  const look = createFolderCheck(data)
  mkdirSync(data)
  expect(await look()).toEqual([])
  expect(readdirSync(data)).toEqual([])
  renameSync(data, `${data}-gone`)
  expect(await look()).toEqual([{ critical: true, reason: expect.stringContaining('is not writable (ENOENT)') }])
  writeFileSync(data, 'a file in its place')
  expect(await look()).toEqual([{ critical: true, reason: expect.stringContaining('is not writable (ENOTDIR)') }])
})

it('folders of photos are tried, and leave a part of the disk to the log', async () => {
  const [kept, waiting] = [path.join(folder, 'kept'), path.join(folder, 'waiting')]
  let free = 10 ** 9 / 2
  const look = createPictureFoldersCheck([kept, waiting], async () => ({ free, total: 10 ** 10 }))
  mkdirSync(kept)
  const reason = `No photos can be saved at the moment: the folder ${waiting} is not writable (ENOENT).`
  // Reports and sign-ins still work, so the problem is not critical.
  expect(await look()).toEqual([{ reason }])
  mkdirSync(waiting)
  expect(await look()).toEqual([])
  expect(readdirSync(waiting)).toEqual([])
  free = 10 ** 9 / 2 - 1
  expect(await look()).toEqual([
    { reason: `No photos can be saved at the moment: the disk of the folder ${kept} is almost full.` },
  ])
})

it('a problem of a disk is reported once', async () => {
  const [first, second] = [{ reason: 'one' }, { reason: 'two' }]
  expect(
    await createFirstProblemHealthCheck(
      async () => [],
      async () => [first],
      async () => [second],
    )(),
  ).toEqual([first])
})

it('an unwritable rows file is reported, and that boards still have the rows', async () => {
  let full = true
  const look = createRowsFileCheck({
    ping: () => (full ? Promise.reject(new Error('disk is full')) : Promise.resolve()),
  })
  expect(await look()).toEqual([{ reason: expect.stringContaining('The rows cannot be saved') }])
  full = false
  expect(await look()).toEqual([])
})

const event = { id: 'e1', type: 'T', data: {}, meta: { commandId: 'c', fingerprint: 'f', actor: 'a' } }

it('a log that refused the last write is reported until it accepts one', async () => {
  let refusal: Error | undefined
  const append: EventStore['append'] = (...given) => (refusal ? Promise.reject(refusal) : store.append(...given))
  const watched = watchStoreHealth({ ...store, append })
  const write = () => watched.store.append('s', NO_STREAM_REVISION, [event])
  refusal = new WrongExpectedRevision('s', 1)
  await expect(write()).rejects.toBe(refusal)
  expect(await watched.look()).toEqual([])
  refusal = new StoreUnavailable('disk full')
  await expect(write()).rejects.toBe(refusal)
  expect(await watched.look()).toEqual([{ critical: true, reason: expect.stringContaining('refused the last write') }])
  refusal = undefined
  await write()
  expect(await watched.look()).toEqual([])
  expect(await watched.position()).toBe('1')
})

it('a log that does not answer is reported within seconds, with its last position', async () => {
  await store.append('s', NO_STREAM_REVISION, [event])
  let silent = false
  const watched = watchStoreHealth({ ...store, head: () => (silent ? new Promise(() => undefined) : store.head()) })
  expect(await watched.position()).toBe('1')
  silent = true
  vi.useFakeTimers()
  const looked = Promise.all([watched.look(), watched.position()])
  await vi.advanceTimersByTimeAsync(3_000)
  const [troubles, position] = await looked
  expect(troubles).toEqual([{ critical: true, reason: expect.stringContaining('does not answer') }])
  expect(position).toBe('1')
})
