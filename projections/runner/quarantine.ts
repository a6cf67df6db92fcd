/** Stores events that views could not apply, beside the rows. */
import { isEventType } from '#contract/streams.ts'
import type { Log } from '#platform/logging.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import type { QuarantinedEvent } from './apply.ts'

const TABLE = 'set-aside@1'
/** View name under which events are quarantined if this version does not know their type. */
export const ALL_VIEWS_NAME = 'all'

interface QuarantineRow extends Row {
  view: string
  event: QuarantinedEvent['event']
  error: string
  /** True once the view has applied the quarantined event, after a rebuild or an update of the app. */
  settled?: true
}

const keyOf = ({ view, event }: QuarantinedEvent) => `${view}/${event.position}`

export function createQuarantine(reads: Pick<ReadStore, 'find' | 'replace'>, log: Log) {
  const entries = new Map<string, QuarantinedEvent>()

  async function write(changed: readonly QuarantinedEvent[], position?: number, settled?: true): Promise<void> {
    const rows = changed.map((entry): QuarantineRow => {
      const { view, event, error } = entry
      const { type, stream, at } = event
      const kept = { view, event: { type, stream, at, position: event.position }, error: error.message }
      return { id: keyOf(entry), position: position ?? event.position, ...kept, ...(settled && { settled }) }
    })
    if (rows.length > 0) await reads.replace(TABLE, rows)
  }

  return {
    all: (): readonly QuarantinedEvent[] => [...entries.values()],

    /**
     * Loads the events that earlier runs quarantined.
     * Events whose quarantine was not stored fail again, and are quarantined then.
     * Omits event types that only this version knows: new views apply them.
     */
    async load(): Promise<void> {
      const rows = await reads.find<QuarantineRow>(TABLE, { filter: { settled: null } })
      entries.clear()
      for (const { view, event, error } of rows) {
        const entry = { view, event, error: new Error(error) }
        // Skips events whose type this version now knows, because views apply them.
        if (view !== ALL_VIEWS_NAME || !isEventType(event.type)) entries.set(keyOf(entry), entry)
      }
    },

    /** Adds each event once, even if its batch is applied again. */
    async add(found: readonly QuarantinedEvent[]): Promise<void> {
      const fresh = new Map(found.map((entry) => [keyOf(entry), entry]))
      for (const key of fresh.keys()) if (entries.has(key)) fresh.delete(key)
      for (const [key, entry] of fresh) {
        entries.set(key, entry)
        const { view, error, event } = entry
        log.error(
          { err: error, view, type: event.type, position: event.position, stream: event.stream },
          'an event could not be applied and was quarantined',
        )
      }
      await write([...fresh.values()])
    },

    /** Replaces a view's quarantined events up to a position by those that a rebuild found. */
    async settle(view: string, upTo: number, found: readonly QuarantinedEvent[]): Promise<void> {
      const still = new Map(found.map((entry) => [keyOf(entry), entry]))
      const settled = [...entries].filter(([key, entry]) => entry.view === view && !still.has(key))
      await write([...still.values()], upTo)
      await write(
        settled.map(([, entry]) => entry),
        upTo,
        true,
      )
      for (const [key] of settled) entries.delete(key)
      for (const [key, entry] of still) entries.set(key, entry)
    },
  }
}

export type Quarantine = ReturnType<typeof createQuarantine>
