/** Adds events to the history: their subjects, actor, time and cause. */
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type After, causeOf, rootOf } from '#contract/audit/causes.ts'
import { thingsOf } from '#contract/audit/things.ts'
import type { Role } from '#rules/city.ts'
import { pseudonymOf } from '#rules/pseudonym.ts'
import { isKnown, type LoggedEvent, type RecordedEvent, START, type StoredEvent } from '../event-store/event-store.ts'
import { upcast } from '../event-store/upcast.ts'
import { type FileMark, inOne, openFileMark } from '../log-file.ts'
import { type Moments, openMoments } from '../past/moments.ts'
import { KNOWN, type Known, openKnown } from './known.ts'
import { LISTS, type Lists, openLists } from './lists.ts'
import { search } from './search.ts'

/** Events are numbered from 0. */
export const TABLES = `
  PRAGMA cache_size = -32768;
  PRAGMA wal_autocheckpoint = 8000;
  CREATE TABLE IF NOT EXISTS events (
    n INTEGER PRIMARY KEY, position INTEGER NOT NULL, id TEXT NOT NULL, command INTEGER NOT NULL, cause INTEGER);
  CREATE INDEX IF NOT EXISTS by_command ON events (command);
  CREATE INDEX IF NOT EXISTS by_cause ON events (cause) WHERE cause IS NOT NULL;
  ${LISTS} ${KNOWN}`

/**
 * Returns a number for a command.
 * Parts of one command share it.
 */
export const commandNumber = (commandId: string) => hash('sha256', rootOf(commandId), 'buffer').readUIntBE(0, 6)

/** Return the terms of an event, apart from its subjects. */
export const kindTerm = (type: string) => `kind:${type}`
/** Takes an account id or the code of its pseudonym. */
export const actorTerm = (who: string) => `actor:${who}`
export const roleTerm = (role: string) => `role:${role}`
/** Returns '7F3A91C2' of 'Resident 7F3A91C2'. */
export const codeOf = (id: string) => pseudonymOf(id).split(' ').at(-1) as string

/** Actors that are not persons. */
const NOBODY: ReadonlySet<string> = new Set(['system', 'simulation', 'nobody', ''])
export const isPerson = (actor: string) => !NOBODY.has(actor)

export interface Kept {
  lists: Lists
  moments: Moments
  known: Known
  mark: FileMark
}

export const openKept = (database: DatabaseSync): Kept => ({
  lists: openLists(database),
  moments: openMoments(database),
  known: openKnown(database),
  mark: openFileMark(database),
})

/** Returns the newest event before number `n` that matches a cause. */
export function newestOf({ lists, moments }: Kept, { types, thing, position }: After, n: number): number | undefined {
  if (position !== undefined) return numberAt(moments, position)
  const things = thing === undefined ? [[]] : termsOf(lists, thing).map((term) => [term])
  const found = types.flatMap((type) =>
    things.flatMap((terms) => {
      const asked = { terms: [lists.find(kindTerm(type)), ...terms], from: 0, to: n, place: { below: n }, limit: 1 }
      return search(lists, n, asked).events
    }),
  )
  return found.length > 0 ? Math.max(...found) : undefined
}

function numberAt(moments: Moments, position: number): number | undefined {
  const found = moments.atPosition(position)
  return found?.position === position ? found.n - 1 : undefined
}

/**
 * Limit of terms with a prefix.
 * A dispatch has one delivery per zone.
 */
const MOST_BEGINNING = 100

function termsOf(lists: Lists, thing: string): (number | undefined)[] {
  if (!thing.endsWith('*')) return [lists.find(thing)]
  return lists.beginningWith(thing.slice(0, -1), MOST_BEGINNING).map(({ id }) => id)
}

/**
 * Returns a function that adds a batch.
 * It skips events that another process has already added.
 */
export function createTakeIn(database: DatabaseSync, kept: Kept): (events: readonly StoredEvent[]) => void {
  const add = database.prepare('INSERT INTO events (n, position, id, command) VALUES (?, ?, ?, ?)')
  const addCause = database.prepare('UPDATE events SET cause = ? WHERE n = ?')
  const { lists, moments, known } = kept

  function note(event: LoggedEvent, n: number): After | undefined {
    const { meta, type, data } = event
    if (isKnown(event)) learn(event, known)
    add.run(n, event.position, event.id, commandNumber(meta.commandId))
    moments.take(event)
    lists.add(n, [kindTerm(type), ...actorTerms(meta.actor, known), ...thingsOf(data)])
    return isKnown(event) ? causeOf(event, meta.commandId)?.after : undefined
  }

  return (events) =>
    inOne(database, () => {
      const end = moments.last()
      let n = end?.n ?? 0
      const asked: [number, After][] = []
      for (const event of events.filter(({ position }) => position > (end?.position ?? START))) {
        const after = note(upcast({ ...event, data: JSON.parse(event.data) }), n)
        if (after) asked.push([n, after])
        n++
      }
      const newest = events.at(-1)
      if (newest && newest.position > (end?.position ?? START)) kept.mark.set(newest)
      lists.flush()
      for (const [of, after] of asked) addCause.run(newestOf(kept, after, of) ?? null, of)
    })
}

function actorTerms(actor: string, known: Known): string[] {
  if (!isPerson(actor)) return [roleTerm('system')]
  const role = known.role(actor)
  return [actorTerm(actor), actorTerm(codeOf(actor)), ...(role ? [roleTerm(role)] : [])]
}

function learn({ type, data }: RecordedEvent, known: Known): void {
  if (type === 'AccountRegistered' || type === 'AccountReassigned') known.assign(data.userId, data.role satisfies Role)
  if (type === 'SiteOpened' || type === 'SiteChanged') known.nameSite(data.siteId, data.name)
}
