/** What the policies know, beside the rows: a start goes on where it was kept, and reads the log from there. Why so: ADR 0034. */
import { deserialize, serialize } from 'node:v8'
import type { TableName } from '#contract/tables.ts'
import { type EventStore, type Position, START } from '#platform/event-store/event-store.ts'
import { hasMark, type LogMark } from '#platform/event-store/log-mark.ts'
import type { Log } from '#platform/logging.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import type { Keep, Parts } from './keep.ts'

/** Up to where the policies have read the log, as a part of what they know: the two are kept together or not at all. */
export type Read = LogMark

export const readPart = (keep: Keep): Read => keep('read', { position: START, id: '', at: 0 })

export interface KeptParts {
  /** What was kept last; undefined where nothing was, or of another log or of other code. */
  load(): Promise<Parts | undefined>
  /** Of several processes the one that has read furthest is right. */
  keep(parts: Parts, position: Position): Promise<void>
}

interface KeptRow extends Row {
  parts: string
}

const TABLES = 'policies@'
/** One row: what policies know is as large as what is open, and is to be of one moment. */
const ALL = 'all'

interface Options {
  reads: ReadStore
  store: Pick<EventStore, 'readStoredFrom'>
  log: Pick<Log, 'warn'>
  /** The code that the policies are made of: what other code knew may not be what this would. */
  code: string
}

export function keepInRows({ reads, store, log, code }: Options): KeptParts {
  const table: TableName = `${TABLES}${code}`
  let isAlone = false

  /** Whether the log still has what was read of it: another may have been put in its place, or an older one. */
  const isOfLog = (read: Read): Promise<boolean> => hasMark(store, read)

  /** Undefined of what can't be read: it is made of the log again. */
  function partsOf(row: KeptRow): Parts | undefined {
    try {
      return deserialize(Buffer.from(row.parts, 'base64'))
    } catch (error) {
      log.warn({ err: error }, 'what the policies know could not be read; it is made anew of the log')
      return undefined
    }
  }

  /** What other versions kept is of no use any more. */
  async function dropOthers(): Promise<void> {
    for (const other of await reads.tables()) if (other.startsWith(TABLES) && other !== table) await reads.drop(other)
    isAlone = true
  }

  return {
    async load() {
      // Rows that end with the process have nothing of an earlier one.
      if (!reads.durable) return undefined
      const [row] = await reads.get<KeptRow>(table, [ALL])
      if (!row) return undefined
      const parts = partsOf(row)
      if (parts && (await isOfLog(parts.get('read') as Read))) return parts
      // It may have come further than this log has, and would stand in the way.
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
