/** Tests the SQLite event store: the conformance suite and killed processes. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testEventStore } from '../../tests/conformance/event-store.ts'
import { newEvent, type OpenedStore, uniqueStream } from '../../tests/conformance/event-store-kit.ts'
import { recordTestBacking } from '../../tests/fixtures/backings.ts'
import { openSqliteEventStore } from './sqlite.ts'
import { openEventLogFile } from './sqlite-file.ts'

recordTestBacking({ port: 'event store', backing: 'SQLite', ran: 'real' })

testEventStore('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wastesense-'))
  const file = join(folder, 'events.db')
  const opened: OpenedStore = {
    store: openSqliteEventStore(file),
    reopen: async () => openSqliteEventStore(file),
    async dispose() {
      await opened.store.close()
      await rm(folder, { recursive: true })
    },
  }
  return opened
})

/**
 * Appends without end.
 * Prints the id of each event after its append was acknowledged.
 */
const WRITER = `
  import { openSqliteEventStore } from ${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)}
  const [file, stream] = process.argv.slice(1)
  const store = openSqliteEventStore(file)
  for (let revision = -1; ; revision++) {
    const id = crypto.randomUUID()
    await store.append(stream, revision, [{ id, type: 'Written', data: {}, meta: {} }])
    process.stdout.write(id + '\\n')
  }
`

it('ES3 keeps every answered append of a process that is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wastesense-'))
  const [file, stream] = [join(folder, 'events.db'), uniqueStream()]
  const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, file, stream])
  let answered = ''
  writer.stdout.on('data', (chunk) => {
    answered += chunk
    if (answered.length > 50 * 37) writer.kill('SIGKILL')
  })
  await once(writer, 'close')
  const ids = answered.trim().split('\n')
  const store = openSqliteEventStore(file)
  const stored = await store.readStream(stream)
  expect(ids.length).toBeGreaterThanOrEqual(50)
  expect(stored.slice(0, ids.length).map(({ id }) => id)).toEqual(ids)
  // Only the append that ran when the process was killed may be stored without acknowledgement.
  expect(stored.length - ids.length).toBeLessThanOrEqual(1)
  await store.close()
  await rm(folder, { recursive: true })
})

it('ES12 says that nothing was saved of a transaction that was rolled back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wastesense-'))
  const log = openEventLogFile(join(folder, 'events.db'))
  const fails = () => {
    log.insert('bin-1', 0, newEvent(), 0)
    throw new Error('database or disk is full')
  }
  expect(() => log.inTransaction(fails)).toThrow(expect.objectContaining({ outcome: 'nothing-saved' }))
  expect(log.stream('bin-1')).toEqual([])
  log.close()
  await rm(folder, { recursive: true })
})
