/** The history's file: its tables, and what is asked of them. */
import { rmSync } from 'node:fs'
import { type EventStore, type Position, START, type StoredEvent } from '../event-store/event-store.ts'
import { createCatchUp, openLogFile } from '../log-file.ts'
import { openPool } from '../pool/pool.ts'
import type { Taking } from './program.ts'
import { commandNumber, createTakeIn, openKept, TABLES } from './take-in.ts'

const PROGRAM = new URL('./program.ts', import.meta.url)
/** Events of one commit. */
const BATCH = 500
/** Of the file's tables: another one is made anew. */
const VERSION = 1

function openDatabase(file: string) {
  const database = openLogFile(file, '')
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version !== VERSION && version !== 0) {
    database.close()
    removeHistory(file)
    return openDatabase(file)
  }
  database.exec(`${TABLES}; PRAGMA user_version = ${VERSION}`)
  return database
}

/** What is made of the log alone can be thrown away. */
export function removeHistory(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
}

/** An event's place. */
export interface Placed {
  position: Position
  /** When it happened, in epoch ms. */
  at: number
}

/** What takes batches into the file. */
export function openTaking(file: string): (events: readonly StoredEvent[]) => void {
  const database = openDatabase(file)
  return createTakeIn(database, openKept(database))
}

/** Events are numbered from 0. */
export function openHistoryFile(file: string, store: Pick<EventStore, 'readStored'>) {
  const database = openDatabase(file)
  const kept = openKept(database)
  const eventOf = database.prepare(
    'SELECT moments.position, moments.at, id, cause FROM events JOIN moments USING (position) WHERE events.n = ?',
  )
  const causedBy = database.prepare('SELECT n FROM events WHERE cause = ? ORDER BY n LIMIT ?')
  const countCaused = database.prepare('SELECT COUNT(*) AS count FROM events WHERE cause = ?')
  const ofCommand = database.prepare('SELECT n FROM events WHERE command = ? ORDER BY n LIMIT ?')
  const event = (n: number) => eventOf.get(n) as (Placed & { id: string; cause: number | null }) | undefined
  // Alone in it: what auditors wait for keeps nobody else waiting.
  const pool = openPool({ threads: 1 })
  const take = (events: readonly StoredEvent[]) => pool.run<Taking, void>(PROGRAM, { file, events })
  const last = () => kept.moments.last()?.position ?? START

  return {
    ...kept,
    catchUp: createCatchUp({ store, last, take, batch: BATCH }),
    event,
    causedBy: (n: number, limit: number) => ({
      numbers: causedBy.all(n, limit).map((row) => row.n as number),
      count: (countCaused.get(n) as { count: number }).count,
    }),
    together: (commandId: string, limit: number) =>
      ofCommand.all(commandNumber(commandId), limit).map((row) => row.n as number),
    async close() {
      await pool.close()
      database.close()
    },
  }
}
