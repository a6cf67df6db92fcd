/**
 * Tests the check of a log against its checkpoints.
 * Errors must name the first faulty checkpoint.
 * The check must find the event at which two logs diverge.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checksumOf } from '../event-store/checksum.ts'
import { type EventStore, NO_STREAM_REVISION } from '../event-store/event-store.ts'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { createLogProver, listVerifierKeys } from '../proof/prover.ts'
import { countCommonEvents, verifyLog } from './verify-log.ts'

const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
const vault = {
  installationKey: async (name: string) => new Uint8Array(createHash('sha256').update(name).digest()),
}
let folder: string
let log: EventStore
const file = () => path.join(folder, 'log.db')
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'proven-'))
  log = openSqliteEventStore(file())
})
afterEach(async () => {
  await log.close()
  rmSync(folder, { recursive: true })
})

const append = (stream: string, type: string, data: object, to = log, id: string = crypto.randomUUID()) =>
  to.append(stream, NO_STREAM_REVISION, [{ id, type, data, meta }])
async function happen(from: number, to: number, into = log) {
  for (let n = from; n < to; n++) await append(`bin-u${n}`, 'BinReportedFull', { reportId: `r${n}` }, into)
}
async function sign(hour: string, more = {}) {
  const prover = createLogProver({ store: log, vault, dataDir: folder })
  const signed = await prover.checkpoint()
  prover.close()
  await append(`checkpoint-${hour}`, 'CheckpointMade', { checkpointId: hour, ...signed, madeAt: '', ...more })
}
/** Changes an event and updates its checksum, so only a proof detects it. */
async function alter(position: number): Promise<void> {
  await log.close()
  const database = new DatabaseSync(file())
  const row = database.prepare('SELECT * FROM events WHERE position = ?').get(position) as never
  const data = JSON.stringify({ reportId: 'another' })
  database
    .prepare('UPDATE events SET data = ?, checksum = ? WHERE position = ?')
    .run(data, checksumOf({ ...(row as object), data } as never), position)
  database.close()
  log = openSqliteEventStore(file())
}

it('has nothing to say of a log that was never signed', async () => {
  await happen(0, 3)
  expect(await verifyLog({ log, vault })).toBeUndefined()
})

it('names the newest checkpoint of a sound log, also after another key signs', async () => {
  await happen(0, 5)
  await sign('2026-03-01T08')
  const [, key] = await listVerifierKeys(vault, 2)
  await append('checkpointkey', 'CheckpointKeyChanged', { number: 2, key })
  await happen(5, 8)
  await sign('2026-03-01T09')
  await happen(8, 9)
  const held = await verifyLog({ log, vault })
  expect(held).toMatchObject({ id: '2026-03-01T09', size: 10 })
  expect(await verifyLog({ log, vault }, held)).toEqual(held)
})

it('reads each event once', async () => {
  await happen(0, 5)
  await sign('2026-03-01T08')
  let read = 0
  const counted: EventStore = {
    ...log,
    async readStored(after, limit) {
      const events = await log.readStored(after, limit)
      read += events.length
      return events
    },
  }
  expect(await verifyLog({ log: counted, vault })).toMatchObject({ id: '2026-03-01T08' })
  expect(read).toBe(6)
})

it('names where an event was altered, though its checksum fits', async () => {
  await happen(0, 5)
  await sign('2026-03-01T08')
  await happen(5, 8)
  await sign('2026-03-01T09')
  await alter(7)
  await expect(verifyLog({ log, vault })).rejects.toThrow(
    'The log is damaged: events 6 to 9 do not match what was signed (checkpoint of 2026-03-01T09).',
  )
})

it('refuses an unsigned checkpoint, and a missing one', async () => {
  await happen(0, 5)
  await sign('2026-03-01T08')
  const held = await verifyLog({ log, vault })
  const known = { ...held, id: '2026-03-01T10' } as NonNullable<typeof held>
  await expect(verifyLog({ log, vault }, known)).rejects.toThrow(/checkpoint of 2026-03-01T10, .+, is missing\.$/)
  await expect(verifyLog({ log, vault }, { ...known, id: '2026-03-01T08', root: 'x' })).rejects.toThrow(
    /is not the one/,
  )
  await sign('2026-03-01T09', { note: 'wastesense\n6\nx\n\n— wastesense AAAA\n' })
  await expect(verifyLog({ log, vault })).rejects.toThrow('checkpoint of 2026-03-01T09 is not signed by a key of this')
})

/**
 * Returns a copy of the log.
 * Events that are appended later to the log and to the copy differ.
 */
async function parted(): Promise<typeof log> {
  await log.close()
  const copy = path.join(folder, 'copy.db')
  cpSync(file(), copy)
  log = openSqliteEventStore(file())
  return openSqliteEventStore(copy)
}

it('returns how far two logs are equal', async () => {
  await happen(0, 5)
  const other = await parted()
  expect(await countCommonEvents(log, other)).toBe(5)
  await happen(5, 9)
  expect(await countCommonEvents(log, other)).toBe(5)
  await happen(5, 20, other)
  expect(await countCommonEvents(log, other)).toBe(5)
  expect(await countCommonEvents(other, log)).toBe(5)
  await other.close()
})

it('distinguishes logs that continued with the same jobs, whose events have the same ids', async () => {
  await happen(0, 5)
  const other = await parted()
  for (const [n, each] of [log, other].entries()) {
    await happen(5 + n, 6 + n, each)
    for (const hour of ['08', '09', '10'])
      await append(`checkpoint-2026-03-01T${hour}`, 'CheckpointMade', { root: `${n}` }, each, `id of ${hour}`)
  }
  expect(await countCommonEvents(log, other)).toBe(5)
  await other.close()
})
