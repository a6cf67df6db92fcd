/**
 * Answers reads of the history: event sentences, causation chains and filter values.
 * Also changes by one event, and event counts over time.
 */

import { eventCauseOf, POLICY_PURPOSES } from '#contract/audit/causes.ts'
import { EVENT_SUBJECT_KINDS } from '#contract/audit/event-subjects.ts'
import type { CausationChain, CausationChainLink, HistoryFilter } from '#contract/audit/history.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import type { TextLocale } from '#contract/languages/locales.ts'
import { msg } from '#contract/languages/message.ts'
import { addDays } from '#domain/city-time.ts'
import { parseReferenceNumber } from '#domain/reference.ts'
import { dayStartOf } from '#domain/wall-clock.ts'
import type { EventPosition } from '#platform/audit-log/file.ts'
import type { AuditEventFilter, AuditHistory } from '#platform/audit-log/history.ts'
import { hasKnownType, type LoggedEvent } from '#platform/event-store/event-store.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { parsePastMoment } from '#platform/http/time-travel.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import type { TimeTravel } from '../time-travel/time-travel.ts'
import {
  cacheRolesAndSites,
  createTranslatedNames,
  describeEvent,
  describeEventSubjects,
  redactEventData,
  type TranslatedNames,
  upcastStored,
} from './event-sentences.ts'
import { findReportsAndDeliveriesByRef } from './references.ts'

/**
 * Time limit for indexing new events, in ms.
 * Then the answer reports progress.
 */
const INDEX_TIMEOUT_MS = 4_000
const NO_HISTORY = reject('unavailable', msg`This server keeps no history.`)
const SEVERAL = msg`Several reports or deliveries have this reference. Choose one of them under Complaints.`
const NO_EVENT = reject('not-found', msg`There is no event with this number.`)
const NO_TIME_TRAVEL = reject('unavailable', msg`This server can’t show the past.`)
const REVERSED_PERIOD = reject('bad-request', msg`The period must not end before it begins.`, {
  to: msg`Later than \`from\``,
})
/**
 * Maximum number of effects that an answer lists for an event.
 * Also limits the listed events of the same command.
 */
const MAX_LINKS = 50
const MAX_DEPTH = 12
const MAX_FACETS = 500

interface DescribeContext {
  history: AuditHistory
  names: TranslatedNames
  known: ReturnType<typeof cacheRolesAndSites>
}

function describeContextOf(history: AuditHistory, timeZone: string, locale: TextLocale): DescribeContext {
  const known = cacheRolesAndSites(history)
  return { history, known, names: createTranslatedNames(known, timeZone, locale) }
}

export function createHistoryReadHandlers(history: AuditHistory | undefined): ReadHandlers {
  return {
    async auditEvents({ query: { limit, before, upTo, after, until, ...filter }, locale }, { rows }) {
      if (!history) return NO_HISTORY
      const preparing = await history.catchUp(INDEX_TIMEOUT_MS)
      if (preparing) return { events: [], newer: 0, older: 0, preparing }
      const timeZone = await timeZoneOf(rows)
      const things = await thingsNamed(filter.thing, history, rows)
      if (things && isRejection(things)) return things
      const criteria = things && criteriaOf(filter, things, timeZone)
      if (!criteria) return { events: [], newer: 0, older: 0 }
      const begin = {
        before,
        upTo,
        after,
        until: until === undefined ? undefined : dayStartOf(timeZone, addDays(until, 1)),
      }
      const { events, newer, older } = history.page(criteria, begin, limit)
      const context = describeContextOf(history, timeZone, locale)
      return { events: await describeAll(events, context), newer, older }
    },

    async auditEvent({ params: { id }, locale }, { rows }) {
      if (!history) return NO_HISTORY
      const preparing = await history.catchUp(INDEX_TIMEOUT_MS)
      const placed = /^\d{1,15}$/.test(id) ? history.at(Number(id)) : undefined
      const [stored] = placed ? await history.stored([placed]) : []
      if (!placed || !stored)
        return preparing
          ? reject('unavailable', msg`The history is being indexed. Please try again in a moment.`)
          : NO_EVENT
      const context = describeContextOf(history, await timeZoneOf(rows), locale)
      const event = upcastStored(stored)
      const { stream, revision, type } = stored
      return {
        event: describeEvent(event, placed.at, context.names, context.known),
        things: describeEventSubjects(event, context.names),
        raw: { id: stored.id, stream, revision, type, data: redactEventData(stored), meta: JSON.parse(stored.meta) },
        chain: await chainOf(event, placed, context),
      }
    },

    async auditFacets() {
      if (!history) return NO_HISTORY
      await history.catchUp(INDEX_TIMEOUT_MS)
      return { zones: history.values('zone', MAX_FACETS), kinds: history.values('kind', MAX_FACETS) }
    },
  }
}

/**
 * Finds the objects that a filter names, by id, name or reference.
 * Returns undefined if the log has none.
 */
async function thingsNamed(
  thing: string | undefined,
  history: AuditHistory,
  rows: Rows,
): Promise<readonly string[] | undefined | Rejection> {
  if (thing === undefined) return []
  if (thing.includes(':')) return [thing]
  const called = history.called(thing, EVENT_SUBJECT_KINDS).slice(0, 1)
  if (called.length > 0) return called
  const referred = await findReportsAndDeliveriesByRef(rows, parseReferenceNumber(thing))
  if (referred.length > 1) return reject('bad-request', SEVERAL, { thing: SEVERAL })
  return referred.length === 0 ? undefined : referred.map(({ kind, id }) => `${kind}:${id}`)
}

function criteriaOf(filter: HistoryFilter, things: readonly string[], timeZone: string): AuditEventFilter {
  const { from, to, zone, kind, actor, role } = filter
  return {
    kind,
    actor,
    role,
    things: [...things, ...(zone === undefined ? [] : [`zone:${zone}`])],
    from: from === undefined ? undefined : dayStartOf(timeZone, from),
    to: to === undefined ? undefined : dayStartOf(timeZone, addDays(to, 1)),
  }
}

async function describeAll(placed: readonly EventPosition[], { history, names, known }: DescribeContext) {
  const times = new Map(placed.map(({ position, at }) => [position, at]))
  const stored = await history.stored(placed)
  return stored.map((event) => describeEvent(upcastStored(event), times.get(event.position) ?? event.at, names, known))
}

async function linksOf(placed: readonly EventPosition[], context: DescribeContext): Promise<CausationChainLink[]> {
  const times = new Map(placed.map(({ position, at }) => [position, at]))
  const stored = await context.history.stored(placed)
  return stored.map((event) => linkOf(upcastStored(event), times.get(event.position) ?? event.at, context))
}

function linkOf(event: LoggedEvent, at: number, { names, known }: DescribeContext): CausationChainLink {
  const cause = hasKnownType(event) ? eventCauseOf(event, event.meta.commandId) : undefined
  const { policy, command } = cause ?? {}
  return {
    ...describeEvent(event, at, names, known),
    ...(policy && command && { policy: { name: policy, does: names.translate(POLICY_PURPOSES[policy]), command } }),
  }
}

async function chainOf(event: LoggedEvent, placed: EventPosition, context: DescribeContext): Promise<CausationChain> {
  const { history } = context
  const before: EventPosition[] = []
  for (let of = history.causeOf(event.position); of && before.length < MAX_DEPTH; of = history.causeOf(of.position))
    before.unshift(of)
  const { events: after, count } = history.causedBy(event.position, MAX_LINKS)
  const others = history.together(event.meta.commandId, MAX_LINKS).filter(({ position }) => position !== event.position)
  return {
    before: await linksOf(before, context),
    here: linkOf(event, placed.at, context),
    together: await linksOf(others, context),
    after: await linksOf(after, context),
    caused: count,
  }
}

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))
const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Returns the handlers of reads of the past.
 * They reject without `past`: this process can't read the past.
 */
export const createTimeTravelReadHandlers = (past: TimeTravel | undefined): ReadHandlers => ({
  async changes({ query: { position } }) {
    const changes = (await past?.changes(position)) ?? NO_TIME_TRAVEL
    return isRejection(changes) ? changes : { changes }
  },
  async comparison({ query: { board, one, other, page, size } }) {
    const moments = { one: parsePastMoment(one, 'one'), other: parsePastMoment(other, 'other') }
    if (isRejection(moments.one)) return moments.one
    if (isRejection(moments.other)) return moments.other
    return (await past?.compare({ board, one: moments.one, other: moments.other, page, size })) ?? NO_TIME_TRAVEL
  },
  async density({ query: { from, to, buckets } }) {
    if (from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from)) return REVERSED_PERIOD
    const found = (await past?.density({ from: msOf(from), to: msOf(to), buckets })) ?? NO_TIME_TRAVEL
    if (isRejection(found)) return found
    const { extent } = found
    const ends = extent && {
      first: { position: String(extent.first), at: iso(extent.from) },
      last: { position: String(extent.last), at: iso(extent.to) },
    }
    return { from: iso(found.from), to: iso(found.to), counts: found.counts, ...ends }
  },
})
