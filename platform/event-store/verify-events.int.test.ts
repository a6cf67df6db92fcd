/** Tests that damage is found even in unread events. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newEvent } from '../../tests/conformance/event-store-kit.ts'
import { type EventStore, NO_STREAM_REVISION, type Position, StoreUnavailable, toPosition } from './event-store.ts'
import { openSqliteEventStore } from './sqlite.ts'
import { verifyEvents } from './verify-events.ts'

const EVENTS = 1_200
let folder: string
let store: EventStore
const file = () => path.join(folder, 'log.db')
const running = new AbortController().signal
const look = (upTo: number, of: Pick<EventStore, 'readStored'> = store) =>
  verifyEvents(of, { upTo: toPosition(upTo), signal: running, pauseMs: 0 })

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'look-'))
  store = openSqliteEventStore(file())
  const events = Array.from({ length: EVENTS }, (_, n) => newEvent('BinReportedFull', { n }))
  await store.append('bin-u1', NO_STREAM_REVISION, events)
  await store.close()
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function change(statement: string): Promise<void> {
  const database = new DatabaseSync(file())
  database.exec(statement)
  database.close()
  store = openSqliteEventStore(file())
}

it('finds an event that was changed, and looks no further than it is to', async () => {
  await change(`UPDATE events SET data = '{}' WHERE position = 1001`)
  await look(1_000)
  await expect(look(EVENTS)).rejects.toThrow(/^The log is damaged: event 1001, revision 1000 of bin-u1,/)
})

it('finds a missing one', async () => {
  await change('DELETE FROM events WHERE position = 700')
  await expect(look(EVENTS)).rejects.toThrow('event 700 is missing')
})

it('ends where all is as it was written, and asks again a store that does not answer', async () => {
  await change('SELECT 1')
  let failed = 0
  const asked: Position[] = []
  const shaky: Pick<EventStore, 'readStored'> = {
    async readStored(after, limit) {
      asked.push(after)
      if (failed++ === 1) throw new StoreUnavailable('away')
      return store.readStored(after, limit)
    },
  }
  await look(EVENTS, shaky)
  expect(asked).toEqual([-1, 100, ...Array.from({ length: 11 }, (_, n) => 100 * (n + 1))])
})

it('ends with its signal', async () => {
  await change(`UPDATE events SET data = '{}' WHERE position = 1001`)
  await verifyEvents(store, { upTo: toPosition(EVENTS), signal: AbortSignal.abort(), pauseMs: 0 })
})
