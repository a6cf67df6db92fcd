/** The file in which the past is kept: each view's history, the moments of the log, and up to where. Made of the log alone. */
import { type TableName, tableOf, type ViewName } from '#contract/tables.ts'
import { earlier, type LoggedEvent, type Position, START } from '../event-store/event-store.ts'
import type { LogMark } from '../event-store/log-mark.ts'
import { openFileMark } from '../log-file.ts'
import { RowsBehind } from '../read-store/read-store.ts'
import { olderVersions } from '../read-store/serving.ts'
import { openPastDatabase } from './database.ts'
import { type Moments, openMoments } from './moments.ts'
import { dropViewHistory, openViewHistory, type ViewHistory } from './view-history.ts'

/** How far the past is known. */
export interface Reach {
  /** Events after it have yet to be taken in, by one of the views at least. */
  after: Position
  /** Every position up to it can be asked for, of all views that were kept when it was taken in. */
  upTo: number
  /** When the event there happened (epoch ms). */
  lastAt: number
  /** The last event that was taken in: it names the log. */
  knownBy: LogMark | undefined
}

export type Fold = (view: ViewName, after: Position) => Promise<void>

export interface PastFile {
  reach(): Reach
  moments: Moments
  /**
   * The history that answers for a view at a position: of its present version once that has come as far as the one before had.
   * Throws RowsBehind while a view that was not kept before has yet to come so far.
   */
  history(view: ViewName, position: number): ViewHistory
  /** Whose key is gone. */
  erased: ReadonlySet<string>
  /** Events that follow on what is known, as one commit: `fold` takes in those of each view that it lacks; `gone`: whose keys went. */
  take(events: readonly LoggedEvent[], gone: readonly string[], fold: Fold): Promise<void>
  /** The table that is being written for a view. */
  writing(view: ViewName): ViewHistory
  close(): void
}

/** Opens (or makes) it, for views with their indexed fields. */
export function openPastFile(file: string, indexed: Readonly<Record<ViewName, readonly string[]>>): PastFile {
  const database = openPastDatabase(file)
  const views = Object.keys(indexed) as ViewName[]
  const moments = openMoments(database)
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
  const mark = openFileMark(database)

  for (const view of views) addTable.run(tableOf(view), JSON.stringify(indexed[view]), START)
  /** Up to where each table is known. */
  let upto = readUpto()

  function readUpto(): Map<TableName, Position> {
    return new Map(selectTables.all().map(({ name, upto }) => [name as TableName, upto as Position]))
  }
  const uptoOf = (table: TableName) => upto.get(table) ?? START
  /** While an older version is there the rebuild did not end; the oldest is the one that was complete. */
  const servingOf = (view: ViewName) => olderVersions([...upto.keys()], view)[0] ?? tableOf(view)

  /** Under the indexes that it was begun with. */
  function historyOf(table: string): ViewHistory {
    const known = histories.get(table)
    if (known) return known
    const opened = openViewHistory(database, table, JSON.parse(fieldsOf.get(table)?.fields as string))
    histories.set(table, opened)
    return opened
  }

  /** A rebuilt view that has come as far as the one before it answers from now on. */
  function dropCaughtUp(view: ViewName): void {
    for (const older of olderVersions([...upto.keys()], view)) {
      if (uptoOf(older) > uptoOf(tableOf(view))) continue
      dropViewHistory(database, older)
      removeTable.run(older)
      histories.delete(older)
    }
  }

  /** Another process may have taken events in since this one looked. */
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
    if (last && last.position > (mark.last()?.position ?? START)) mark.set(last)
  }

  function reach(): Reach {
    const last = moments.last()
    return {
      after: views.map((view) => uptoOf(tableOf(view))).reduce(earlier, last?.position ?? START),
      upTo: last?.position ?? START,
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
      if (upTo < position && upTo < (moments.last()?.position ?? START)) throw new RowsBehind(view)
      return historyOf(table)
    },
    writing: (view) => historyOf(tableOf(view)),
    async take(events, gone, fold) {
      const last = events.at(-1)
      if (!last) return
      database.exec('BEGIN IMMEDIATE')
      try {
        lookAgain()
        const from = moments.last()?.position ?? START
        for (const event of events) if (event.position > from) moments.take(event)
        for (const view of views) {
          const table = tableOf(view)
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
        // Of a full disk SQLite has undone it by then.
        if (database.isTransaction) database.exec('ROLLBACK')
        upto = readUpto()
        for (const history of histories.values()) history.refresh()
        throw error
      }
    },
    close: () => database.close(),
  }
}
