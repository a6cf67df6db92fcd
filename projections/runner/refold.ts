/**
 * Builds one view again in memory, from the first event on.
 * The rows that screens read stay unchanged.
 */
import { isDeepStrictEqual } from 'node:util'
import { tableNameOf } from '#contract/tables.ts'
import { type EventStore, hasKnownType, LOG_START } from '#platform/event-store/event-store.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import { applyEventBatch, type QuarantinedEvent } from './apply.ts'
import type { AnyView } from './view.ts'

/**
 * Events or rows per batch.
 * Other work runs between batches.
 */
const BATCH_SIZE = 1_000

interface ProgressOptions {
  step?: (position: number) => void
  isOver?: () => boolean
}

export function createViewRebuild({ store, view }: { store: Pick<EventStore, 'readAll'>; view: AnyView }) {
  const table = tableNameOf(view.name)
  const side = openMemoryReadStore()
  const quarantined = new Map<number, QuarantinedEvent>()
  let at = LOG_START

  return {
    position: () => at,
    quarantined: () => [...quarantined.values()],

    /**
     * Applies the log up to a position, or until `isOver` returns true.
     * Returns the changed rows' ids.
     */
    async upTo(position: number, { step, isOver }: ProgressOptions = {}): Promise<Set<string>> {
      const changed = new Set<string>()
      while (at < position && !isOver?.()) {
        const logged = (await store.readAll(at, BATCH_SIZE)).filter((event) => event.position <= position)
        if (logged.length === 0) break
        const events = logged.filter((event) => hasKnownType(event)).filter(({ type }) => type in view.on)
        const applied = await applyEventBatch(side, table, view, events)
        for (const entry of applied.quarantined) quarantined.set(entry.event.position, entry)
        for (const id of applied.changed.keys()) changed.add(id)
        at = logged.at(-1)?.position ?? at
        step?.(at)
        await yieldEventLoop()
      }
      return changed
    },

    /**
     * Returns the recomputed rows that differ from the rows which the screens read.
     * With `ids`, compares only those rows.
     */
    async differing(reads: Pick<ReadStore, 'get'>, ids?: Iterable<string>): Promise<Row[]> {
      const asked = ids ? [...ids] : (await side.find(table, { unsorted: true })).map(({ id }) => id)
      const rows: Row[] = []
      for (let from = 0; from < asked.length; from += BATCH_SIZE) {
        const part = asked.slice(from, from + BATCH_SIZE)
        const [anew, read] = await Promise.all([side.get(table, part), reads.get(table, part)])
        for (const [n, row] of anew.entries()) if (row && !isSame(row, read[n])) rows.push(row)
        await yieldEventLoop()
      }
      return rows
    },
  }
}

const yieldEventLoop = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Compares rows without their positions.
 * A store may drop undefined values and reorder fields.
 */
function isSame({ position: _, ...anew }: Row, read: Row | undefined): boolean {
  if (!read) return false
  const { position: __, ...other } = read
  const [a, b] = [JSON.stringify(anew), JSON.stringify(other)]
  return a === b || isDeepStrictEqual(JSON.parse(a), JSON.parse(b))
}
