/** Database of the audit log's index: its tables and queries. */
import { type EventStore, LOG_START, type Position, type StoredEvent } from '../event-store/event-store.ts'
import { createLogCatchUp, openDerivedDatabase } from '../log-file.ts'
import { openWorkerThreadPool } from '../worker-threads/pool.ts'
import { commandNumberOf, createIndexer, HISTORY_TABLES_SQL, openHistoryTables } from './indexing.ts'

const PROGRAM = new URL('./worker.ts', import.meta.url)
/** Maximum of events per commit. */
const BATCH = 500
/** Files of format 4 may lack events that another process should have added. */
const LAYOUT = { format: 6, tables: HISTORY_TABLES_SQL }

/** Thrown if another process has deleted or rebuilt the file that is open here. */
export class AuditIndexReplaced extends Error {}

/** Log position and time of an event. */
export interface EventPosition {
  position: Position
  /** Time of the event, in epoch ms. */
  at: number
}

/** Input of the thread that adds events to the index. */
export interface IndexingTask {
  file: string
  /** Position of the last event that the caller's open file contains. */
  after: Position
  events: readonly StoredEvent[]
}

/** Returns a function that adds batches of events to the index. */
export function openAuditIndexer(file: string): ReturnType<typeof createIndexer> {
  const database = openDerivedDatabase(file, LAYOUT)
  return createIndexer(database, openHistoryTables(database))
}

/** Opens the index database, with consecutive event numbers from 0. */
export function openHistoryFile(file: string, store: Pick<EventStore, 'readStored' | 'readStoredFrom'>) {
  const database = openDerivedDatabase(file, LAYOUT)
  const kept = openHistoryTables(database)
  const eventOf = database.prepare(
    'SELECT moments.position, moments.at, id, cause FROM events JOIN moments USING (position) WHERE events.n = ?',
  )
  const causedBy = database.prepare('SELECT n FROM events WHERE cause = ? ORDER BY n LIMIT ?')
  const countCaused = database.prepare('SELECT COUNT(*) AS count FROM events WHERE cause = ?')
  const ofCommand = database.prepare('SELECT n FROM events WHERE command = ? ORDER BY n LIMIT ?')
  const event = (n: number) => eventOf.get(n) as (EventPosition & { id: string; cause: number | null }) | undefined
  // A separate thread builds the index, so that auditors' requests do not delay others.
  const pool = openWorkerThreadPool({ threads: 1 })
  const lastPosition = () => kept.mark.last()?.position ?? LOG_START

  /**
   * Adds events in the thread, which opens the file by its path.
   * Another process may have replaced the file since it was opened here.
   */
  async function take(events: readonly StoredEvent[]): Promise<void> {
    const task = { file, after: lastPosition(), events }
    const isAdded = await pool.run<IndexingTask, boolean>(PROGRAM, task)
    if (!isAdded || lastPosition() < (events.at(-1)?.position ?? LOG_START))
      throw new AuditIndexReplaced('Another process has replaced the history file.')
  }

  return {
    ...kept,
    catchUp: createLogCatchUp({ store, last: kept.mark.last, take, batch: BATCH }),
    event,
    causedBy: (n: number, limit: number) => ({
      numbers: causedBy.all(n, limit).map((row) => row.n as number),
      count: (countCaused.get(n) as { count: number }).count,
    }),
    together: (commandId: string, limit: number) =>
      ofCommand.all(commandNumberOf(commandId), limit).map((row) => row.n as number),
    async close() {
      await pool.close()
      database.close()
    },
  }
}
