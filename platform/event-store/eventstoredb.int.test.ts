/** The event store on EventStoreDB: against a real one where this machine has it, and always against the wire double. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { reportBacking } from '../testing/backings.ts'
import { eventStoreConformance } from './conformance.ts'
import { fresh, made, type Opened, taken } from './conformance-kit.ts'
import { startEventStoreDouble } from './double/server.ts'
import { type EventStore, NO_STREAM } from './event-store.ts'
import { openEventStoreDb } from './eventstoredb.ts'
import { findEventStoreDb } from './eventstoredb-real.ts'

const BACKING = { port: 'event store', backing: 'EventStoreDB' }

const real = await findEventStoreDb()
if (real.url === undefined) {
  reportBacking({ ...BACKING, ran: 'not run', why: real.why })
  describe('event store: EventStoreDB', () => it.skip(`not run: ${real.why}`, () => undefined))
} else {
  const { url, stop } = real
  reportBacking({ ...BACKING, ran: 'real', why: real.why })
  afterAll(stop)
  eventStoreConformance('EventStoreDB', async () => {
    const opened: Opened = {
      store: await openEventStoreDb(url),
      reopen: () => openEventStoreDb(url),
      empty: false,
      dispose: () => opened.store.close(),
    }
    return opened
  })
}

reportBacking({ ...BACKING, ran: 'wire double', why: 'proves what the adapter sends' })
for (const batchAppend of [true, false]) {
  eventStoreConformance(`wire double, ${batchAppend ? 'BatchAppend' : 'Append'}`, () => openDouble(batchAppend))
}

async function openDouble(batchAppend: boolean): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'wastesense-'))
  const file = join(folder, 'log.jsonl')
  let double = await startEventStoreDouble({ file, batchAppend })
  let broken = false
  const opened: Opened = {
    store: await openEventStoreDb(double.url, { patienceMs: 500 }),
    async reopen() {
      await double.close()
      double = await startEventStoreDouble({ file, batchAppend })
      return openEventStoreDb(double.url, { patienceMs: 500 })
    },
    async breakIt() {
      broken = true
      await double.close()
    },
    async dispose() {
      await opened.store.close()
      if (!broken) await double.close()
      await rm(folder, { recursive: true })
    },
  }
  return opened
}

describe('EventStoreDB, a server that comes and goes (wire double)', { timeout: 20_000 }, () => {
  it('ES6 goes on with a follow, and ES8 with appends, over a restart of the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wastesense-'))
    const file = join(folder, 'log.jsonl')
    let double = await startEventStoreDouble({ file })
    const port = Number(new URL(double.url).port)
    const store = await openEventStoreDb(double.url)
    const reading = taken(store, await store.head(), 60)
    const stream = fresh()
    const appending = appendOneByOne(store, 60, stream)
    for (const reached of [10, 30]) {
      while ((await store.readStream(stream)).length < reached) await sleep(10)
      await double.close()
      await sleep(150)
      double = await startEventStoreDouble({ port, file })
    }
    const ids = await appending
    expect((await reading).map(({ id }) => id)).toEqual(ids)
    await store.close()
    await double.close()
    await rm(folder, { recursive: true })
  })

  it('does not lose an append when another store of the process is closed meanwhile', async () => {
    const double = await startEventStoreDouble()
    const [store, other] = [await openEventStoreDb(double.url), await openEventStoreDb(double.url)]
    await other.append(fresh(), NO_STREAM, [made()])
    const appending = appendOneByOne(store, 40)
    await other.close()
    const ids = await appending
    expect((await store.readAll(-1, 100)).slice(1).map(({ id }) => id)).toEqual(ids)
    await store.close()
    await double.close()
  })

  it('refuses an append of more than 1 MiB without trying again', async () => {
    const double = await startEventStoreDouble()
    const store = await openEventStoreDb(double.url)
    const huge = made('Huge', { text: 'x'.repeat(1024 * 1024) })
    await expect(store.append(fresh(), NO_STREAM, [huge])).rejects.toMatchObject({
      type: 'maximum-append-size-exceeded',
    })
    await store.close()
    await double.close()
  })
})

async function appendOneByOne(store: EventStore, count: number, stream = fresh()): Promise<string[]> {
  const events = Array.from({ length: count }, () => made())
  for (const [index, event] of events.entries()) {
    await store.append(stream, index - 1, [event])
    await sleep(3)
  }
  return events.map(({ id }) => id)
}
