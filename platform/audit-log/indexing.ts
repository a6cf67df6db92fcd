/** Adds events to the audit log's index: subjects, actor, time, cause. */

import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type EventTrigger, eventCauseOf, rootCommandOf } from '#contract/audit/causes.ts'
import { eventSubjectsOf } from '#contract/audit/event-subjects.ts'
import type { Role } from '#domain/city.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import {
  hasKnownType,
  LOG_START,
  type LoggedEvent,
  type Position,
  type RecordedEvent,
  type StoredEvent,
} from '../event-store/event-store.ts'
import { upcast } from '../event-store/upcast.ts'
import { type FileLogMark, openFileLogMark, runInTransaction } from '../log-file.ts'
import { type EventTimes, openEventTimes } from '../time-travel/event-times.ts'
import { INVERTED_INDEX_TABLES_SQL, type InvertedIndex, openInvertedIndex, searchEvents } from './search.ts'

const NAME_TABLES = `
  CREATE TABLE IF NOT EXISTS roles (id TEXT PRIMARY KEY, role TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sites (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;`

interface CurrentNames {
  /** Returns a user's role; undefined before registration. */
  role(userId: string): Role | undefined
  assign(userId: string, role: Role): void
  site(id: string): string | undefined
  nameSite(id: string, name: string): void
}

function openCurrentNames(database: DatabaseSync): CurrentNames {
  const roleOf = database.prepare('SELECT role FROM roles WHERE id = ?')
  const writeRole = database.prepare('REPLACE INTO roles (id, role) VALUES (?, ?)')
  const siteOf = database.prepare('SELECT name FROM sites WHERE id = ?')
  const writeSite = database.prepare('REPLACE INTO sites (id, name) VALUES (?, ?)')
  return {
    role: (userId) => (roleOf.get(userId) as { role: Role } | undefined)?.role,
    assign: (userId, role) => void writeRole.run(userId, role),
    site: (id) => (siteOf.get(id) as { name: string } | undefined)?.name,
    nameSite: (id, name) => void writeSite.run(id, name),
  }
}

/**
 * SQL of the index's tables.
 * Events in the index have consecutive numbers from 0.
 */
export const HISTORY_TABLES_SQL = `
  PRAGMA cache_size = -32768;
  PRAGMA wal_autocheckpoint = 8000;
  CREATE TABLE IF NOT EXISTS events (
    n INTEGER PRIMARY KEY, position INTEGER NOT NULL, id TEXT NOT NULL, command INTEGER NOT NULL, cause INTEGER);
  CREATE INDEX IF NOT EXISTS by_command ON events (command);
  CREATE INDEX IF NOT EXISTS by_cause ON events (cause) WHERE cause IS NOT NULL;
  ${INVERTED_INDEX_TABLES_SQL} ${NAME_TABLES}`

/**
 * Returns the number under which a command is indexed.
 * All commands derived from one command share its number.
 */
export const commandNumberOf = (commandId: string) =>
  hash('sha256', rootCommandOf(commandId), 'buffer').readUIntBE(0, 6)

/** Returns the term under which events of a type are indexed. */
export const eventTypeTermOf = (type: string) => `kind:${type}`
/** Returns the index term of an account id or pseudonym code. */
export const actorTermOf = (who: string) => `actor:${who}`
export const roleTermOf = (role: string) => `role:${role}`
/** Returns a pseudonym's code, such as '7F3A91C2' for 'Resident 7F3A91C2'. */
export const pseudonymCodeOf = (id: string) => pseudonymOf(id).split(' ').at(-1) as string

/** Actors of events that are not people. */
const NOBODY: ReadonlySet<string> = new Set(['system', 'simulation', 'nobody', ''])
export const isPerson = (actor: string) => !NOBODY.has(actor)

interface HistoryTables {
  lists: InvertedIndex
  moments: EventTimes
  known: CurrentNames
  mark: FileLogMark
}

export const openHistoryTables = (database: DatabaseSync): HistoryTables => ({
  lists: openInvertedIndex(database),
  moments: openEventTimes(database),
  known: openCurrentNames(database),
  mark: openFileLogMark(database),
})

/** Returns the number of the newest event before event `n` that matches the given trigger. */
function newestMatch(
  { lists, moments }: HistoryTables,
  { types, thing, position }: EventTrigger,
  n: number,
): number | undefined {
  if (position !== undefined) return numberAt(moments, position)
  const things = thing === undefined ? [[]] : termsOf(lists, thing).map((term) => [term])
  const found = types.flatMap((type) =>
    things.flatMap((terms) => {
      const asked = {
        terms: [lists.find(eventTypeTermOf(type)), ...terms],
        from: 0,
        to: n,
        place: { below: n },
        limit: 1,
      }
      return searchEvents(lists, n, asked).events
    }),
  )
  return found.length > 0 ? Math.max(...found) : undefined
}

function numberAt(moments: EventTimes, position: number): number | undefined {
  const found = moments.atPosition(position)
  return found?.position === position ? found.n - 1 : undefined
}

/**
 * Maximum number of terms that a prefix may match.
 * A dispatch's deliveries share a prefix, one per zone.
 */
const MOST_BEGINNING = 100

function termsOf(lists: InvertedIndex, thing: string): (number | undefined)[] {
  if (!thing.endsWith('*')) return [lists.find(thing)]
  return lists.beginningWith(thing.slice(0, -1), MOST_BEGINNING).map(({ id }) => id)
}

/**
 * Returns a function that adds a batch of events.
 * It skips events that another process has added.
 * Returns false, and adds nothing, if the index lacks events up to `after`.
 */
export function createIndexer(
  database: DatabaseSync,
  kept: HistoryTables,
): (events: readonly StoredEvent[], after: Position) => boolean {
  const add = database.prepare('INSERT INTO events (n, position, id, command) VALUES (?, ?, ?, ?)')
  const addCause = database.prepare('UPDATE events SET cause = ? WHERE n = ?')
  const { lists, moments, known } = kept

  function note(event: LoggedEvent, n: number): EventTrigger | undefined {
    const { meta, type, data } = event
    if (hasKnownType(event)) learn(event, known)
    add.run(n, event.position, event.id, commandNumberOf(meta.commandId))
    moments.take(event)
    lists.add(n, [eventTypeTermOf(type), ...actorTerms(meta.actor, known), ...eventSubjectsOf(data)])
    return hasKnownType(event) ? eventCauseOf(event, meta.commandId)?.after : undefined
  }

  function addAll(events: readonly StoredEvent[], after: Position): boolean {
    const end = moments.last()
    if ((end?.position ?? LOG_START) < after) return false
    let n = end?.n ?? 0
    const asked: [number, EventTrigger][] = []
    for (const event of events.filter(({ position }) => position > (end?.position ?? LOG_START))) {
      const trigger = note(upcast({ ...event, data: JSON.parse(event.data) }), n)
      if (trigger) asked.push([n, trigger])
      n++
    }
    const newest = events.at(-1)
    if (newest && newest.position > (end?.position ?? LOG_START)) kept.mark.set(newest)
    lists.flush()
    for (const [of, trigger] of asked) addCause.run(newestMatch(kept, trigger, of) ?? null, of)
    return true
  }

  return (events, after) => {
    try {
      return runInTransaction(database, () => addAll(events, after))
    } catch (error) {
      // The next terms get the ids of the terms that the rollback removed.
      // With the removed ids in memory, two terms would share an id.
      lists.discard()
      throw error
    }
  }
}

function actorTerms(actor: string, known: CurrentNames): string[] {
  if (!isPerson(actor)) return [roleTermOf('system')]
  const role = known.role(actor)
  return [actorTermOf(actor), actorTermOf(pseudonymCodeOf(actor)), ...(role ? [roleTermOf(role)] : [])]
}

function learn({ type, data }: RecordedEvent, known: CurrentNames): void {
  if (type === 'AccountRegistered' || type === 'AccountReassigned') known.assign(data.userId, data.role satisfies Role)
  if (type === 'SiteOpened' || type === 'SiteChanged') known.nameSite(data.siteId, data.name)
}
