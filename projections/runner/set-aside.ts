/** The events that views could not take in. They lie beside the rows: where those outlive the process, so does what they lack. */
import { isEventType } from '#contract/streams.ts'
import type { Log } from '#platform/logging.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import type { Quarantined } from './apply.ts'

const TABLE = 'set-aside@1'
/** Events that nobody here knows are set aside for all views. */
export const ALL_VIEWS = 'all'

interface SetAsideRow extends Row {
  view: string
  event: Quarantined['event']
  error: string
  /** A rebuild took it in, or a version that knows it. */
  settled?: true
}

const keyOf = ({ view, event }: Quarantined) => `${view}/${event.position}`

export function keepSetAside(reads: Pick<ReadStore, 'find' | 'replace'>, log: Log) {
  const entries = new Map<string, Quarantined>()

  async function write(changed: readonly Quarantined[], position?: number, settled?: true): Promise<void> {
    const rows = changed.map((entry): SetAsideRow => {
      const { view, event, error } = entry
      const { type, stream, at } = event
      const kept = { view, event: { type, stream, at, position: event.position }, error: error.message }
      return { id: keyOf(entry), position: position ?? event.position, ...kept, ...(settled && { settled }) }
    })
    if (rows.length > 0) await reads.replace(TABLE, rows)
  }

  return {
    all: (): readonly Quarantined[] => [...entries.values()],

    /**
     * What an earlier run left, or this one before it began again; what it could not write down, or has lost, it meets again. Of
     * what nobody knew then a new version has views of new versions, which took it in.
     */
    async load(): Promise<void> {
      const rows = await reads.find<SetAsideRow>(TABLE, { filter: { settled: null } })
      entries.clear()
      for (const { view, event, error } of rows) {
        const entry = { view, event, error: new Error(error) }
        // Views of this version know the event.
        if (view !== ALL_VIEWS || !isEventType(event.type)) entries.set(keyOf(entry), entry)
      }
    },

    /** Each once, however often its batch is repeated. */
    async add(found: readonly Quarantined[]): Promise<void> {
      const fresh = new Map(found.map((entry) => [keyOf(entry), entry]))
      for (const key of fresh.keys()) if (entries.has(key)) fresh.delete(key)
      for (const [key, entry] of fresh) {
        entries.set(key, entry)
        const { view, error, event } = entry
        log.error(
          { err: error, view, type: event.type, position: event.position, stream: event.stream },
          'an event could not be applied and was set aside',
        )
      }
      await write([...fresh.values()])
    },

    /** The view was folded anew up to a position: what it could not take in then is all that is set aside for it. */
    async settle(view: string, upTo: number, found: readonly Quarantined[]): Promise<void> {
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

export type SetAside = ReturnType<typeof keepSetAside>
