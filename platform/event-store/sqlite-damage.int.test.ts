/**
 * Tests that no flipped bit of the log's file changes an event unnoticed.
 * The error must name the event.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEvent } from '../../tests/conformance/event-store-kit.ts'
import { LOG_START, type LoggedEvent, StoreDamaged } from './event-store.ts'
import { openSqliteEventStore } from './sqlite.ts'

/** Count of flipped bits; set FLIPS=1000 for a long run. */
const FLIPS = Number(process.env.FLIPS ?? 150)
const TABLE_LEAF = 0x0d
const PAGE = 4096

const folder = mkdtempSync(path.join(tmpdir(), 'damage-'))
const file = path.join(folder, 'log.db')
let whole: Buffer
let events: LoggedEvent[]
/**
 * Offset in the log file of the database page with the table sqlite_sequence.
 * This table counts the written events, but contains none of them.
 */
let countPage: number

async function readAll(): Promise<LoggedEvent[]> {
  const store = openSqliteEventStore(file)
  try {
    const all = await store.readAll(LOG_START, 1_000)
    // Also reads each stream, because these reads use the index.
    const streams = [...new Set(events.map(({ stream }) => stream))]
    const byStream = (await Promise.all(streams.map((stream) => store.readStream(stream)))).flat()
    expect(byStream.toSorted((a, b) => a.position - b.position)).toEqual(all)
    expect(await store.head()).toBe(all.length)
    return all
  } finally {
    await store.close()
  }
}

beforeAll(async () => {
  const store = openSqliteEventStore(file)
  for (let n = 0; n < 200; n++) {
    const event = newEvent('BinReportedFull', { litres: n, where: 'at the gate '.repeat(1 + (n % 9)), no: n % 2 === 0 })
    await store.append(`bin-u${n % 40}`, Math.floor(n / 40) - 1, [event])
  }
  events = await store.readAll(LOG_START, 1_000)
  await store.close()
  const database = new DatabaseSync(file)
  const count = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_sequence'").get()
  countPage = (Number(count?.rootpage) - 1) * PAGE
  database.close()
  whole = readFileSync(file)
})
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Parses SQLite's varint of one to nine bytes.
 * Returns its value and its end.
 */
function varint(at: number): [number, number] {
  let value = 0
  for (let n = at; ; n++) {
    const byte = whole[n] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, n + 1]
  }
}

/** Returns the offsets of row headers and fields (https://sqlite.org/fileformat2.html). */
function eventBytes(): number[] {
  const offsets: number[] = []
  for (let page = PAGE; page < whole.length; page += PAGE) {
    if (whole[page] !== TABLE_LEAF || page === countPage) continue
    for (let cell = 0; cell < whole.readUInt16BE(page + 3); cell++) {
      const [size, rowid] = varint(page + whole.readUInt16BE(page + 8 + 2 * cell))
      const [, from] = varint(rowid)
      for (let n = 0; n < size; n++) offsets.push(from + n)
    }
  }
  return offsets
}

/**
 * Reads the log after one random bit of the byte at `offset` was flipped.
 * Returns the log's events or the error.
 */
async function withFlip(offset: number): Promise<LoggedEvent[] | Error> {
  const bytes = Buffer.from(whole)
  bytes[offset] = (bytes[offset] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
  rmSync(`${file}-wal`, { force: true })
  writeFileSync(file, bytes)
  try {
    return await readAll()
  } catch (error) {
    return error as Error
  }
}
const anyOf = (offsets: readonly number[]) => offsets[Math.floor(Math.random() * offsets.length)] as number

describe('one flipped bit', () => {
  it(`in an event is found and named, or changes nothing, ${FLIPS} times of ${FLIPS}`, async () => {
    const bytes = eventBytes()
    expect(bytes.length).toBeGreaterThan(events.length * 200)
    const unfound: number[] = []
    for (let n = 0; n < FLIPS; n++) {
      const offset = anyOf(bytes)
      const outcome = await withFlip(offset)
      const found =
        outcome instanceof StoreDamaged && /^The log is damaged.* (event|revision) \d+/.test(outcome.message)
      // A flipped bit in a position column changes nothing, because SQLite reads the row id instead.
      const harmless = !(outcome instanceof Error) && isDeepStrictEqual(outcome, events)
      if (!found && !harmless) unfound.push(offset)
    }
    expect(unfound).toEqual([])
  })

  it('anywhere in the file is found, or changes nothing', async () => {
    const everywhere = Array.from({ length: whole.length }, (_, offset) => offset)
    for (let n = 0; n < FLIPS; n++) {
      const offset = anyOf(everywhere)
      const outcome = await withFlip(offset)
      if (!(outcome instanceof Error)) expect({ offset, outcome }).toEqual({ offset, outcome: events })
    }
  })
})

it('an older log without checksums gets them once and reads the same', async () => {
  writeFileSync(file, whole)
  const old = new DatabaseSync(file)
  old.exec('ALTER TABLE events DROP COLUMN checksum; PRAGMA user_version = 0')
  old.close()
  const said: string[] = []
  for (let starts = 0; starts < 2; starts++) await openSqliteEventStore(file, (reason) => said.push(reason)).close()
  expect(said).toEqual([expect.stringMatching(/^The log's 200 events from before checksums now have them\.$/)])
  expect(await readAll()).toEqual(events)
})

it.each([
  ['an event that was changed', "UPDATE events SET data = '{}' WHERE position = 7", /event 7, revision 0 of bin-u6,/],
  ['an event that is gone', 'DELETE FROM events WHERE position = 7', /event 7 is missing/],
  ['an end that is gone', 'DELETE FROM events WHERE position > 190', /ends with event 190, and 200 were written/],
  ['a log that was emptied', 'DELETE FROM events', /ends with event 0, and 200 were written/],
])('%s is named', async (_, statement, sentence) => {
  rmSync(`${file}-wal`, { force: true })
  writeFileSync(file, whole)
  const database = new DatabaseSync(file)
  database.exec(statement)
  database.close()
  await expect(readAll()).rejects.toThrow(sentence)
})
