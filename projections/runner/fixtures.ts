/** Helps to test a view: applies events and compares a row. */
import assert from 'node:assert/strict'
import type { Event } from '#contract/events.ts'
import { type RecordedEvent, toPosition } from '#platform/event-store/event-store.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { applyEventBatch } from './apply.ts'
import type { AnyView } from './view.ts'

/** Returns events as stored, at positions 1, 2, 3, … */
export function toRecordedEvents(events: readonly Event[]): RecordedEvent[] {
  const meta = { commandId: 'c', fingerprint: 'f', actor: 'system' }
  return events.map((event, index) => ({
    at: 0,
    ...event,
    id: `00000000-0000-8000-a000-${String(index).padStart(12, '0')}`,
    stream: 'test',
    revision: index,
    position: toPosition(index + 1),
    meta,
  }))
}

/**
 * Applies `events` to an empty read store, so that tests can compare the resulting rows.
 * `then` throws an AssertionError if a row differs.
 */
export function givenEvents(view: AnyView, events: readonly Event[]) {
  return {
    async row(id: string): Promise<Row | undefined> {
      const reads = openMemoryReadStore()
      await applyEventBatch(reads, 'table@1', view, toRecordedEvents(events))
      const [row] = await reads.get('table@1', [id])
      return row
    },
    async then(id: string, expected: object | undefined): Promise<void> {
      assert.deepEqual(plain(await this.row(id)), plain(expected))
    },
  }
}

const plain = (value: object | undefined): unknown => value && JSON.parse(JSON.stringify(value))
