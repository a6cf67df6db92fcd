/**
 * Stores policy state beside the rows, so that a start reads only newer events.
 * Reason: ADR 0034.
 */
import { deserialize, serialize } from 'node:v8'
import type { TableName } from '#contract/tables.ts'
import { type EventStore, type Position, START } from '#platform/event-store/event-store.ts'
import { hasMark, type LogMark } from '#platform/event-store/log-mark.ts'
import type { Log } from '#platform/logging.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import type { PolicyState, StateParts } from './policy-state.ts'

/** Read position, as part of the state, so that both are stored atomically. */
type ReadPosition = LogMark

export const readPositionPart = (keep: PolicyState): ReadPosition => keep('read', { position: START, id: '', at: 0 })

export interface PolicyStateStore {
  /** Returns the last stored state; undefined without one, or for another log or code. */
  load(): Promise<StateParts | undefined>
  /**
   * Stores the state.
   * With several processes, the furthest position wins.
   */
  keep(parts: StateParts, position: Position): Promise<void>
}

interface KeptRow extends Row {
  parts: string
}

const TABLES = 'policies@'
/** A single row: the state is only as large as the open work, and must be consistent. */
const ALL = 'all'

interface Options {
  reads: ReadStore
  store: Pick<EventStore, 'readStoredFrom'>
  log: Pick<Log, 'warn'>
  /** Hash of the policies' code; state of other code may be incompatible. */
  code: string
}

export function storePolicyState({ reads, store, log, code }: Options): PolicyStateStore {
  const table: TableName = `${TABLES}${code}`
  let isAlone = false

  /**
   * Returns whether the log still contains the read position.
   * The log may have been replaced or restored.
   */
  const isOfLog = (read: ReadPosition): Promise<boolean> => hasMark(store, read)

  /** Returns undefined for unreadable state, which is rebuilt from the log. */
  function partsOf(row: KeptRow): StateParts | undefined {
    try {
      return deserialize(Buffer.from(row.parts, 'base64'))
    } catch (error) {
      log.warn({ err: error }, 'the policy state could not be read; rebuilding it from the log')
      return undefined
    }
  }

  /** Drops the state of other versions. */
  async function dropOthers(): Promise<void> {
    for (const other of await reads.tables()) if (other.startsWith(TABLES) && other !== table) await reads.drop(other)
    isAlone = true
  }

  return {
    async load() {
      // Non-durable rows have no earlier state.
      if (!reads.durable) return undefined
      const [row] = await reads.get<KeptRow>(table, [ALL])
      if (!row) return undefined
      const parts = partsOf(row)
      if (parts && (await isOfLog(parts.get('read') as ReadPosition))) return parts
      // State beyond this log would block newer writes.
      await reads.drop(table)
      return undefined
    },
    async keep(parts, position) {
      if (!reads.durable) return
      const row: KeptRow = { id: ALL, position, parts: serialize(parts).toString('base64') }
      await reads.replace(table, [row])
      if (!isAlone) await dropOthers()
    },
  }
}
