/**
 * SQLite file with the history of each view, the times of events, and its progress in the log.
 * It is built from the log.
 */

import type { DatabaseSync } from 'node:sqlite'
import { type TableName, tableNameOf, type ViewName } from '#contract/tables.ts'
import { earlierPositionOf, LOG_START, type LoggedEvent, type Position } from '../event-store/event-store.ts'
import type { LogMark } from '../event-store/log-mark.ts'
import { openDerivedDatabase, openFileLogMark } from '../log-file.ts'
import { RowsBehind } from '../read-store/read-store.ts'
import { olderTableVersionsOf } from '../read-store/serving.ts'
import { type EventTimes, openEventTimes } from './event-times.ts'
import { dropViewHistory, openViewHistory, type ViewHistory } from './view-history.ts'

const TABLES = `
  PRAGMA cache_size = -32768;
  PRAGMA wal_autocheckpoint = 8000;
  CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, fields TEXT NOT NULL, upto INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS erased (person TEXT PRIMARY KEY)`

/**
 * Format version of the tables.
 * A file with another version is created again.
 */
const FORMAT = 4

/**
 * Opens the file.
 * Recreates an unreadable file or one of another format.
 */
const openPastDatabase = (file: string): DatabaseSync => openDerivedDatabase(file, { format: FORMAT, tables: TABLES })

/** How far the time-travel file has read the log. */
export interface TimeTravelProgress {
  /**
   * Log position from which reading continues.
   * At least one view lacks the events after it.
   */
  after: Position
  /**
   * Last log position that can be queried.
   * All views of time travel have applied the event at this position.
   */
  upTo: number
  /** Time of the event at position `upTo`, in epoch ms. */
  lastAt: number
  /**
   * Position, id and time of the last added event.
   * They identify the log.
   */
  knownBy: LogMark | undefined
}

type Fold = (view: ViewName, after: Position) => Promise<void>

export interface TimeTravelFile {
  reach(): TimeTravelProgress
  moments: EventTimes
  /**
   * Returns the history that answers reads of a view.
   * While a new version of the view is built, it is the previous version's history.
   * Throws RowsBehind if a new view has not reached the position.
   */
  history(view: ViewName, position: number): ViewHistory
  /** Ids of persons whose key was deleted. */
  erased: ReadonlySet<string>
  /**
   * Adds the log's next events and the resulting rows in one transaction.
   * For each view, calls `fold` to add the events that the view lacks.
   * `gone` contains ids of persons whose keys were deleted.
   */
  take(events: readonly LoggedEvent[], gone: readonly string[], fold: Fold): Promise<void>
  /** Returns the history that is being written for a view. */
  writing(view: ViewName): ViewHistory
  close(): void
}

/** Opens or creates the file for views with their indexed fields. */
export function openTimeTravelFile(
  file: string,
  indexed: Readonly<Record<ViewName, readonly string[]>>,
): TimeTravelFile {
  const database = openPastDatabase(file)
  const views = Object.keys(indexed) as ViewName[]
  const moments = openEventTimes(database)
  const histories = new Map<string, ViewHistory>()
  const selectErased = database.prepare('SELECT person FROM erased')
  const erased = new Set<string>()
  const lookWhoIsErased = () => {
    for (const { person } of selectErased.all()) erased.add(person as string)
  }
  lookWhoIsErased()
  const addErased = database.prepare('INSERT OR IGNORE INTO erased (person) VALUES (?)')
  const selectTables = database.prepare('SELECT name, upto FROM tables')
  const addTable = database.prepare('INSERT OR IGNORE INTO tables (name, fields, upto) VALUES (?, ?, ?)')
  const fieldsOf = database.prepare('SELECT fields FROM tables WHERE name = ?')
  const setUpto = database.prepare('UPDATE tables SET upto = ? WHERE name = ?')
  const removeTable = database.prepare('DELETE FROM tables WHERE name = ?')
  const mark = openFileLogMark(database)

  for (const view of views) addTable.run(tableNameOf(view), JSON.stringify(indexed[view]), LOG_START)
  /** Returns the log position up to which each table is complete. */
  let upto = readUpto()

  function readUpto(): Map<TableName, Position> {
    return new Map(selectTables.all().map(({ name, upto }) => [name as TableName, upto as Position]))
  }
  const uptoOf = (table: TableName) => upto.get(table) ?? LOG_START
  /**
   * Returns the table that serves a view's reads.
   * After an upgrade, the older version of the table exists until the newer one is rebuilt.
   * The oldest version is the complete one.
   */
  const servingOf = (view: ViewName) => olderTableVersionsOf([...upto.keys()], view)[0] ?? tableNameOf(view)

  /** Opens the history of a table, with the indexed fields that it had when it was created. */
  function historyOf(table: string): ViewHistory {
    const known = histories.get(table)
    if (known) return known
    const opened = openViewHistory(database, table, JSON.parse(fieldsOf.get(table)?.fields as string))
    histories.set(table, opened)
    return opened
  }

  /** Drops tables of older view versions once the rebuilt table has reached their position. */
  function dropCaughtUp(view: ViewName): void {
    for (const older of olderTableVersionsOf([...upto.keys()], view)) {
      if (uptoOf(older) > uptoOf(tableNameOf(view))) continue
      dropViewHistory(database, older)
      removeTable.run(older)
      histories.delete(older)
    }
  }

  /** Reloads the state if another process added events. */
  function lookAgain(): void {
    const now = readUpto()
    const same = now.size === upto.size && [...now].every(([table, position]) => upto.get(table) === position)
    upto = now
    if (same) return
    for (const history of histories.values()) history.refresh()
    lookWhoIsErased()
  }

  function keepLog(events: readonly LoggedEvent[]): void {
    const last = events.at(-1)
    if (last && last.position > (mark.last()?.position ?? LOG_START)) mark.set(last)
  }

  function reach(): TimeTravelProgress {
    const last = moments.last()
    return {
      after: views.map((view) => uptoOf(tableNameOf(view))).reduce(earlierPositionOf, last?.position ?? LOG_START),
      upTo: last?.position ?? LOG_START,
      lastAt: last?.at ?? Number.NEGATIVE_INFINITY,
      knownBy: mark.last(),
    }
  }

  return {
    moments,
    erased,
    reach,
    history(view, position) {
      const table = servingOf(view)
      const upTo = uptoOf(table)
      if (upTo < position && upTo < (moments.last()?.position ?? LOG_START)) throw new RowsBehind(view)
      return historyOf(table)
    },
    writing: (view) => historyOf(tableNameOf(view)),
    async take(events, gone, fold) {
      const last = events.at(-1)
      if (!last) return
      database.exec('BEGIN IMMEDIATE')
      try {
        lookAgain()
        const from = moments.last()?.position ?? LOG_START
        for (const event of events) if (event.position > from) moments.take(event)
        for (const view of views) {
          const table = tableNameOf(view)
          if (uptoOf(table) >= last.position) continue
          await fold(view, uptoOf(table))
          setUpto.run(last.position, table)
          upto.set(table, last.position)
          dropCaughtUp(view)
        }
        for (const person of gone) addErased.run(person)
        keepLog(events)
        database.exec('COMMIT')
        for (const person of gone) erased.add(person)
        upto = readUpto()
      } catch (error) {
        // If the disk is full, SQLite has already rolled back and there is no open transaction.
        if (database.isTransaction) database.exec('ROLLBACK')
        upto = readUpto()
        // A rollback also removes the tables of histories that were opened meanwhile.
        histories.clear()
        throw error
      }
    },
    close: () => database.close(),
  }
}
