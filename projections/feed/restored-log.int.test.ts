/**
 * Tests what clients see if the log is restored while no process runs.
 * Rows of events missing from the restored log disappear.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JoinRoomAnswer, JoinRoomRequest } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import { type EventStore, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { createLogPositionMarks } from '#platform/read-store/log-marks.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { openSqliteReadStore } from '#platform/read-store/sqlite.ts'
import { createSealer } from '#platform/sealing.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { projectionViews } from '../app.ts'
import { memoryLayoutOf } from '../queries/memory-layout.ts'
import { startProjectionRunner } from '../runner/runner.ts'
import { attachFeedServer } from './feed.ts'

const log = createLog('test', 'silent')
const at = '2026-03-04T12:00:00.000Z'
const meta = { commandId: 'c', fingerprint: 'f', actor: 'system' }
const vault = openSqliteVault(':memory:')
const sealer = createSealer(vault)
const room = 'active-reports'

let folder: string
const inFolder = (name: string) => path.join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'restored-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const ROWS: Record<string, (store: EventStore) => Promise<ReadStore>> = {
  file: (store) =>
    openSqliteReadStore(inFolder('views.db'), { layoutOf: memoryLayoutOf, marks: createLogPositionMarks(store), log }),
  memory: async () => openMemoryReadStore(),
}

/**
 * Opens the log, runs `work` and closes it.
 * Call this while no process runs.
 */
async function inLog(work: (store: EventStore) => Promise<unknown>): Promise<void> {
  const store = openSqliteEventStore(inFolder('log.db'))
  await work(store)
  await store.close()
}
const report = (...ids: string[]) =>
  inLog(async (store) => {
    for (const reportId of ids) {
      const sealed = await sealer.seal(reportId, { name: `Name ${reportId}` })
      const told = { reportedCount: 1, total: 145, threshold: 116 }
      const data = { reportId, userId: reportId, zone: 'Ayawaso West', sealed, reportedAt: at, told }
      await store.append(`bin-${reportId}`, NO_STREAM_REVISION, [
        { id: randomUUID(), type: 'BinReportedFull', data, meta },
      ])
    }
  })
const declareRestore = (size: number) =>
  inLog(async (store) => {
    const { length } = await store.readStream('repairs')
    const data = { size, restoredAt: at }
    await store.append('repairs', length - 1, [{ id: randomUUID(), type: 'LogRestored', data, meta }])
  })

/** Starts a process, joins a room and stops the process. */
async function join(open: (store: EventStore) => Promise<ReadStore>, message: Partial<JoinRoomRequest> = {}) {
  const store = openSqliteEventStore(inFolder('log.db'))
  const reads = await open(store)
  const runner = startProjectionRunner({ store, reads, views: projectionViews, log, retryMs: 1 })
  const server = createServer()
  const tokens = { verify: async () => ({ userId: 'd1', role: 'dispatcher' }) }
  const feed = attachFeedServer(server, {
    runner,
    sealer,
    log,
    vault,
    tokens,
    store,
    clock: () => new Date(at),
  } as never)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const auth = { token: 't', version: FEED_VERSION }
  const board = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], auth, forceNew: true })
  const answer: JoinRoomAnswer<typeof room> = await board.emitWithAck('join', { room, ...message })
  board.disconnect()
  await feed.close()
  await runner.stop()
  await reads.close()
  await store.close()
  if (!answer.ok) throw new Error(answer.message)
  return { ...answer, ids: answer.rows.map(({ id }) => id).toSorted() }
}

it.each(Object.entries(ROWS))(
  'takes off a board what a restored log lacks that ends at the position which the board has seen, with rows in the %s (FD8)',
  async (_, open) => {
    await report('a1', 'a2')
    copyFileSync(inFolder('log.db'), inFolder('backup.db'))
    await report('b1', 'b2')
    let before = await join(open)
    expect(before.ids).toEqual(['a1', 'a2', 'b1', 'b2'])
    // The second pass of the loop restores the same backup again.
    // The log then contains only the second restore event, not the first.
    for (const fresh of ['c1', 'd1']) {
      copyFileSync(inFolder('backup.db'), inFolder('log.db'))
      await declareRestore(2)
      await report(fresh)
      const has = { after: before.position, log: before.log }
      const restored = await join(open, has)
      expect(restored.position).toBe(before.position)
      expect(restored).toMatchObject({ snapshot: true, anew: true, ids: ['a1', 'a2', fresh] })
      before = restored
    }
    // The client gets only changes, because the log is the same after a restart.
    const again = await join(open, { after: before.position, log: before.log })
    expect(again).toMatchObject({ snapshot: false, rows: [], log: before.log })
    expect(again).not.toHaveProperty('anew')
  },
)
