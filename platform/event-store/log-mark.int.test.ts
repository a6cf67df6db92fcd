/** Tests log marks, each of which identifies one event of one particular log. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newEvent, uniqueStream } from '../../tests/conformance/event-store-kit.ts'
import { type EventStore, LOG_START, type LoggedEvent, NO_STREAM_REVISION, toPosition } from './event-store.ts'
import { isMarkInLog, logMarkOf } from './log-mark.ts'
import { openSqliteEventStore } from './sqlite.ts'

let folder: string
let store: EventStore
let event: LoggedEvent
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'mark-'))
  store = openSqliteEventStore(path.join(folder, 'log.db'))
  const { events } = await store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])
  event = events[0] as LoggedEvent
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

it('is found in its log, also when the log has grown', async () => {
  await store.append(uniqueStream(), NO_STREAM_REVISION, [newEvent()])
  expect(await isMarkInLog(store, logMarkOf(event))).toBe(true)
})

it.each<[string, (event: LoggedEvent) => Partial<LoggedEvent>]>([
  ['of another id', () => ({ id: 'another' })],
  ['of the same id that a job appended again at another time', ({ at }) => ({ at: at + 1 })],
  ['beyond the end of the log', () => ({ position: toPosition(1_000) })],
  ['before the first event', () => ({ position: LOG_START })],
])('is not found where the event is one %s', async (_, other) => {
  expect(await isMarkInLog(store, logMarkOf({ ...event, ...other(event) }))).toBe(false)
})
