/** Stores policy state beside the rows; a start reads only newer events (ADR 0034). */
import { deserialize, serialize } from 'node:v8'
import type { TableName } from '#contract/tables.ts'
import { type EventStore, LOG_START, type Position } from '#platform/event-store/event-store.ts'
import { isMarkInLog, type LogMark } from '#platform/event-store/log-mark.ts'
import type { Log } from '#platform/logging.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import type { PolicyStatePartOpener, PolicyStateParts } from './policy.ts'

/**
 * Log position up to which the policies' state is current.
 * It is a part of this state, so both are stored together.
 */
type ReadPosition = LogMark

export const openReadPosition = (keep: PolicyStatePartOpener): ReadPosition =>
  keep('read', { position: LOG_START, id: '', at: 0 })

export interface PolicyStateStore {
  /**
   * Returns the policies' state that was stored last.
   * Returns undefined if there is none, or if it belongs to another log or other policy code.
   */
  load(): Promise<PolicyStateParts | undefined>
  /**
   * Stores the state.
   * Among several processes, the highest position wins.
   */
  keep(parts: PolicyStateParts, position: Position): Promise<void>
}

interface KeptRow extends Row {
  parts: string
}

const TABLES = 'policies@'
/**
 * Id of the only row, which contains the state of all policies.
 * One row is enough: the state is small, and its parts must match one another.
 */
const ALL = 'all'

interface Options {
  reads: ReadStore
  store: Pick<EventStore, 'readStoredFrom'>
  log: Pick<Log, 'warn'>
  /**
   * Hash of the policies' source code.
   * Stored policy state with another hash may be incompatible.
   */
  code: string
}

export function createPolicyStateStore({ reads, store, log, code }: Options): PolicyStateStore {
  const table: TableName = `${TABLES}${code}`
  let isAlone = false

  /**
   * Returns whether the log still contains the event at the position that was read.
   * The log may have been replaced, or restored from a backup.
   */
  const isOfLog = (read: ReadPosition): Promise<boolean> => isMarkInLog(store, read)

  /**
   * Parses stored state.
   * Undefined if unreadable, and the state is rebuilt from the log.
   */
  function partsOf(row: KeptRow): PolicyStateParts | undefined {
    try {
      return deserialize(Buffer.from(row.parts, 'base64'))
    } catch (error) {
      log.warn({ err: error }, 'the policy state could not be read; rebuilding it from the log')
      return undefined
    }
  }

  /** Removes the policy state that other versions of the code have stored. */
  async function dropOthers(): Promise<void> {
    for (const other of await reads.tables()) if (other.startsWith(TABLES) && other !== table) await reads.drop(other)
    isAlone = true
  }

  return {
    async load() {
      // A store in memory cannot contain state from an earlier process.
      if (!reads.durable) return undefined
      const [row] = await reads.get<KeptRow>(table, [ALL])
      if (!row) return undefined
      const parts = partsOf(row)
      if (parts && (await isOfLog(parts.get('read') as ReadPosition))) return parts
      // Removes a state that belongs to another log.
      // If its position is beyond the end of this log, later writes would be blocked.
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
