/** Tests a killed process's write-ahead log: intact or truncated is used, damaged is reported. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEvent } from '../tests/conformance/event-store-kit.ts'
import { openSqliteEventStore } from './event-store/sqlite.ts'
import { openSqliteVault } from './vault/sqlite.ts'

const FRAME = 24 + 4_096
const EVENTS = 200
const folder = mkdtempSync(path.join(tmpdir(), 'wal-'))
const killed = path.join(folder, 'killed')
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Copies the database files while both stores are open.
 * A killed process leaves files in this state.
 */
beforeAll(async () => {
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  for (let n = 0; n < EVENTS; n++) {
    await store.append(`bin-u${n}`, -1, [newEvent('BinReportedFull', { litres: n })])
    await vault.personKey(`u${n}`)
  }
  for (const name of ['log.db', 'log.db-wal', 'vault.db', 'vault.db-wal', 'vault.key'])
    cpSync(path.join(folder, name), path.join(killed, name))
  await Promise.all([store.close(), vault.close()])
})

/**
 * Changes a copy of the write-ahead log.
 * Returns the count of events in the copied log.
 */
async function eventsAfter(change: (wal: string) => void): Promise<number> {
  const copy = mkdtempSync(path.join(folder, 'copy-'))
  cpSync(killed, copy, { recursive: true })
  change(path.join(copy, 'log.db-wal'))
  const store = openSqliteEventStore(path.join(copy, 'log.db'))
  const head = await store.head()
  await store.close()
  return head
}
function flip(file: string, offset: number): void {
  const bytes = readFileSync(file)
  bytes[offset] = (bytes[offset] ?? 0) ^ (1 << (offset % 8))
  writeFileSync(file, bytes)
}
const frames = () => Math.floor((readFileSync(path.join(killed, 'log.db-wal')).length - 32) / FRAME)

it('is taken up as it is', async () => expect(await eventsAfter(() => undefined)).toBe(EVENTS))

it('is refused if it is a device or pipe, which could be read without end', async () => {
  const replace = (wal: string) => {
    rmSync(wal)
    symlinkSync('/dev/null', wal)
  }
  await expect(eventsAfter(replace)).rejects.toThrow('log.db-wal is not a regular file')
})

it('cut off anywhere in its last commit it is taken up without that', async () => {
  for (const bytes of [1, 500, FRAME - 1]) {
    const events = await eventsAfter((wal) => truncateSync(wal, 32 + frames() * FRAME - bytes))
    expect([EVENTS - 1, EVENTS]).toContain(events)
  }
})

describe('one flipped bit', () => {
  it('before the last commits is found, wherever it is', async () => {
    const upTo = 32 + (frames() - 12) * FRAME
    for (let n = 0; n < 100; n++) {
      const offset = n < 32 ? n : Math.floor(Math.random() * upTo)
      const outcome = await eventsAfter((wal) => flip(wal, offset)).catch((error: Error) => error.message)
      expect([offset, outcome]).toEqual([
        offset,
        expect.stringMatching(/^The log .+ can't be opened: .+-wal is damaged/),
      ])
    }
  })

  it('in the vault’s is found as well', () => {
    const copy = mkdtempSync(path.join(folder, 'copy-'))
    cpSync(killed, copy, { recursive: true })
    flip(path.join(copy, 'vault.db-wal'), 32 + 5 * FRAME + 300)
    expect(() => openSqliteVault(path.join(copy, 'vault.db'))).toThrow(
      /^The vault .+ can't be opened: .+-wal is damaged/,
    )
  })
})
