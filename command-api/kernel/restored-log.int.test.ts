/** Tests that a restore is recorded once, and only in the restored log. */
import { linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readRestoredNote, writeRestoredNote } from '#platform/backup/restored-note.ts'
import { type EventStore, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { recordRestore } from './restored-log.ts'

const LAST = '00000000-0000-8000-a000-000000000001'
const restored = { size: 1, restoredAt: '2026-03-01T10:00:00.000Z' }

let dataDir: string
let store: EventStore
const append = (stream: string, id: string) =>
  store.append(stream, NO_STREAM_REVISION, [
    { id, type: 'ZoneOpened', data: {}, meta: { commandId: id, fingerprint: '', actor: 'system' } },
  ])
const declared = async () => (await store.readStream('repairs')).map(({ type, data }) => ({ type, data }))

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'branch-'))
  store = openSqliteEventStore(path.join(dataDir, 'log.db'))
  await append('zone-East', LAST)
})
afterEach(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true })
})

it('declares nothing where nothing was restored', async () => {
  const end = await recordRestore({ store, dataDir })
  end()
  expect(await declared()).toEqual([])
})

it('declares a restore as the next event, once, also when a start was cut off before the note was removed', async () => {
  writeRestoredNote(dataDir, { id: 'one', lastId: LAST, restored })
  await recordRestore({ store, dataDir })
  await append('zone-West', '00000000-0000-8000-a000-000000000002')
  const end = await recordRestore({ store, dataDir })
  end()
  expect(await declared()).toEqual([{ type: 'LogRestored', data: restored }])
  expect(readRestoredNote(dataDir)).toBeUndefined()
})

it('refuses where the log is not the restored one: the restore was cut off', async () => {
  writeRestoredNote(dataDir, { id: 'one', lastId: LAST, restored })
  await append('zone-West', '00000000-0000-8000-a000-000000000002')
  await expect(recordRestore({ store, dataDir })).rejects.toThrow(
    'The log is not the one that the last restore or repair left',
  )
  expect(await declared()).toEqual([])
})

it('writes the note whole or not at all, and says so where it can not be read', () => {
  const [note, before] = [path.join(dataDir, 'restored.json'), path.join(dataDir, 'before.json')]
  writeRestoredNote(dataDir, { id: 'one', lastId: LAST, restored })
  linkSync(note, before)
  writeRestoredNote(dataDir, { id: 'two', lastId: LAST, restored })
  expect(readRestoredNote(dataDir)?.id).toBe('two')
  // The hard link still shows the first restore note.
  // The second note therefore replaced the file instead of overwriting its content.
  expect(JSON.parse(readFileSync(before, 'utf8')).id).toBe('one')
  for (const text of ['', '{"id": "tw', '{}']) {
    writeFileSync(note, text)
    expect(() => readRestoredNote(dataDir)).toThrow(/restored\.json, can't be read\. Delete it/)
  }
})
