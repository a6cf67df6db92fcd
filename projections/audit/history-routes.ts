/** Answers history reads: events as sentences, causal chains and facets. */
import { causeOf, POLICIES } from '#contract/audit/causes.ts'
import type { Chain, ChainLink, HistoryFilter } from '#contract/audit/history.ts'
import { THING_KINDS } from '#contract/audit/things.ts'
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import type { Names } from '#contract/sentences.ts'
import { isKnown, type LoggedEvent } from '#platform/event-store/event-store.ts'
import type { Placed } from '#platform/history/file.ts'
import type { History, Wanted } from '#platform/history/history.ts'
import type { Reads } from '#platform/http/api.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { addDays } from '#rules/city-time.ts'
import { referencesIn } from '#rules/reference.ts'
import { dayBegins } from '#rules/wall-clock.ts'
import { timeZoneOf } from '../reading/time-zone.ts'
import { referredTo } from './references.ts'
import { bare, namesFor, read, remembering, tell, toldThings } from './telling.ts'

/** Time limit for indexing new events; afterwards the answer reports progress. */
const WAIT_MS = 4_000
const NOWHERE = reject('unavailable', 'There is no history here.')
const SEVERAL = 'Several things have this reference. Choose one of them under Complaints.'
const UNKNOWN = reject('not-found', 'There is no event at this position.')
/** Limit of a chain, per direction. */
const MOST_LINKS = 50
const DEEPEST = 12
const MOST_FACETS = 500

interface Telling {
  history: History
  names: Names
  known: ReturnType<typeof remembering>
}

function tellingOf(history: History, timeZone: string): Telling {
  const known = remembering(history)
  return { history, known, names: namesFor(known, timeZone) }
}

export function historyReads(history: History | undefined): Reads {
  return {
    async auditEvents({ query: { limit, before, upTo, after, until, ...filter } }, { rows }) {
      if (!history) return NOWHERE
      const preparing = await history.catchUp(WAIT_MS)
      if (preparing) return { events: [], newer: 0, older: 0, preparing }
      const timeZone = await timeZoneOf(rows)
      const things = await thingsNamed(filter.thing, history, rows)
      if (things && isRejection(things)) return things
      const wanted = things && wantedBy(filter, things, timeZone)
      if (!wanted) return { events: [], newer: 0, older: 0 }
      const begin = {
        before,
        upTo,
        after,
        until: until === undefined ? undefined : midnight(timeZone, addDays(until, 1)),
      }
      const { events, newer, older } = history.page(wanted, begin, limit)
      const telling = tellingOf(history, timeZone)
      return { events: await toldAll(events, telling), newer, older }
    },

    async auditEvent({ params: { id } }, { rows }) {
      if (!history) return NOWHERE
      const preparing = await history.catchUp(WAIT_MS)
      const placed = /^\d{1,15}$/.test(id) ? history.at(Number(id)) : undefined
      const [stored] = placed ? await history.stored([placed]) : []
      if (!placed || !stored)
        return preparing ? reject('unavailable', 'The history is being read. Please try again in a moment.') : UNKNOWN
      const telling = tellingOf(history, await timeZoneOf(rows))
      const event = read(stored)
      const { stream, revision, type } = stored
      return {
        event: tell(event, placed.at, telling.names, telling.known),
        things: toldThings(event, telling.names),
        raw: { id: stored.id, stream, revision, type, data: bare(stored), meta: JSON.parse(stored.meta) },
        chain: await chainOf(event, placed, telling),
      }
    },

    async auditFacets() {
      if (!history) return NOWHERE
      await history.catchUp(WAIT_MS)
      return { zones: history.values('zone', MOST_FACETS), kinds: history.values('kind', MOST_FACETS) }
    },
  }
}

const midnight = (timeZone: string, day: string) => dayBegins(timeZone, day)

/** Returns the thing of a filter by id, name or reference, or undefined if the log has none. */
async function thingsNamed(
  thing: string | undefined,
  history: History,
  rows: Rows,
): Promise<readonly string[] | undefined | Rejection> {
  if (thing === undefined) return []
  if (thing.includes(':')) return [thing]
  const called = history.called(thing, THING_KINDS).slice(0, 1)
  if (called.length > 0) return called
  const referred = await referredTo(rows, referencesIn(thing))
  if (referred.length > 1) return reject('bad-request', SEVERAL, { thing: SEVERAL })
  return referred.length === 0 ? undefined : referred.map(({ kind, id }) => `${kind}:${id}`)
}

function wantedBy(filter: HistoryFilter, things: readonly string[], timeZone: string): Wanted {
  const { from, to, zone, kind, actor, role } = filter
  return {
    ...{ kind, actor, role },
    things: [...things, ...(zone === undefined ? [] : [`zone:${zone}`])],
    from: from === undefined ? undefined : midnight(timeZone, from),
    to: to === undefined ? undefined : midnight(timeZone, addDays(to, 1)),
  }
}

async function toldAll(placed: readonly Placed[], { history, names, known }: Telling) {
  const times = new Map(placed.map(({ position, at }) => [position, at]))
  const stored = await history.stored(placed)
  return stored.map((event) => tell(read(event), times.get(event.position) ?? event.at, names, known))
}

async function linksOf(placed: readonly Placed[], telling: Telling): Promise<ChainLink[]> {
  const times = new Map(placed.map(({ position, at }) => [position, at]))
  const stored = await telling.history.stored(placed)
  return stored.map((event) => linkOf(read(event), times.get(event.position) ?? event.at, telling))
}

function linkOf(event: LoggedEvent, at: number, { names, known }: Telling): ChainLink {
  const cause = isKnown(event) ? causeOf(event, event.meta.commandId) : undefined
  const { policy, command } = cause ?? {}
  return {
    ...tell(event, at, names, known),
    ...(policy && command && { policy: { name: policy, does: POLICIES[policy], command } }),
  }
}

async function chainOf(event: LoggedEvent, placed: Placed, telling: Telling): Promise<Chain> {
  const { history } = telling
  const before: Placed[] = []
  for (let of = history.causeOf(event.position); of && before.length < DEEPEST; of = history.causeOf(of.position))
    before.unshift(of)
  const { events: after, count } = history.causedBy(event.position, MOST_LINKS)
  const others = history
    .together(event.meta.commandId, MOST_LINKS)
    .filter(({ position }) => position !== event.position)
  return {
    before: await linksOf(before, telling),
    here: linkOf(event, placed.at, telling),
    together: await linksOf(others, telling),
    after: await linksOf(after, telling),
    caused: count,
  }
}
