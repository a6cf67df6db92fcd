/** The auditors' endpoints of the history: what happened, in sentences, and each event with its chain. */
import { z } from 'zod'
import { ROLES } from '#rules/city.ts'
import { endpointsOf } from '../endpoint.ts'
import { history as lines } from '../lines/history.ts'
import { isEventType } from '../streams.ts'
import { THING_KINDS } from '../things.ts'

/** Events of one answer. */
export const MOST_EVENTS = 200

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const day = z.iso.date('Enter a date as YYYY-MM-DD')
/** Whoever acts: somebody of a role, or nobody. */
export const ACTING = [...ROLES, 'system'] as const
export type Acting = (typeof ACTING)[number]

const thing = z
  .string()
  .max(200)
  .refine((text) => !text.includes(':') || THING_KINDS.some((kind) => text.startsWith(`${kind}:`)), {
    message: `Enter what it is called, such as T001, or as KIND:ID, with ${THING_KINDS.join(', ')} for KIND.`,
  })

/** What is asked of the history; each field that is left out lets everything through. */
export const HistoryFilter = z.object({
  /** Days of the city on which it happened, both included. */
  from: day.optional(),
  to: day.optional(),
  /** A type of event. */
  kind: z.string().refine(isEventType, { message: 'There is no such type of event.' }).optional(),
  /** The code of a pseudonym (`7F3A`), or the account's id. */
  actor: z.string().min(1).max(80).optional(),
  role: z.enum(ACTING).optional(),
  zone: z.string().min(1).max(80).optional(),
  /** `truck:T001`, or `T001` alone. */
  thing: thing.optional(),
})
export type HistoryFilter = z.infer<typeof HistoryFilter>

export const NamedThing = z.object({
  kind: z.enum(THING_KINDS),
  id: z.string(),
  /** As sentences name it. */
  name: z.string(),
})
export type NamedThing = z.infer<typeof NamedThing>

export const HistoryEvent = z.object({
  position: z.int(),
  type: z.string(),
  sentence: z.string(),
  /** When it happened, as the event tells. */
  at: z.iso.datetime(),
  /** When the log took it in. */
  recordedAt: z.iso.datetime(),
  actor: z.object({ name: z.string(), role: z.enum(ACTING).optional(), code: z.string().optional() }),
  /** It came of the simulated city. */
  simulated: z.literal(true).optional(),
})
export type HistoryEvent = z.infer<typeof HistoryEvent>

/** How far the history has read the log, while it has not read it all: nothing is answered until then. */
const Preparing = z.object({ done: z.int(), of: z.int() })

const ChainLink = HistoryEvent.extend({
  /** What asked for it, where no person did. */
  policy: z.object({ name: z.string(), does: z.string(), command: z.string() }).optional(),
})
export type ChainLink = z.infer<typeof ChainLink>

export const Chain = z.object({
  /** What led to it, the first first. */
  before: z.array(ChainLink),
  /** The event itself. */
  here: ChainLink,
  /** What the same command did besides. */
  together: z.array(ChainLink),
  /** What it caused in turn, the first of it. */
  after: z.array(ChainLink),
  /** All that it caused. */
  caused: z.int(),
})
export type Chain = z.infer<typeof Chain>

const page = {
  /** Those before this position, newest first. */
  before: position.optional(),
  /** Those nearest after this position; newest first, too. */
  after: position.optional(),
  /** Those that happened on this day and before it. */
  until: day.optional(),
  limit: z.coerce.number().int().min(1).max(MOST_EVENTS).default(100),
}

export const history = endpointsOf(lines, {
  auditEvents: {
    summary: 'The history, newest first: every event as a sentence, filtered, and how many there are before and after',
    query: HistoryFilter.extend(page)
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        message: 'The period must not end before it begins.',
        path: ['to'],
      })
      .refine(({ before, after, until }) => [before, after, until].filter((one) => one !== undefined).length < 2, {
        message: 'Ask for what is before a position, after one, or until a day: for one of them.',
        path: ['before'],
      }),
    answer: z.object({
      events: z.array(HistoryEvent),
      /** Of what was asked for: how many are newer and older than these. */
      newer: z.int(),
      older: z.int(),
      preparing: Preparing.optional(),
    }),
  },
  auditEvent: {
    summary: 'One event by its position: as it is stored, with what it is about, why it happened and what it caused',
    answer: z.object({
      event: HistoryEvent,
      things: z.array(NamedThing),
      raw: z.object({
        id: z.string(),
        stream: z.string(),
        revision: z.int(),
        type: z.string(),
        /** As it is stored; in place of what is sealed stands 'sealed'. */
        data: z.record(z.string(), z.unknown()),
        meta: z.record(z.string(), z.unknown()),
      }),
      chain: Chain.optional(),
      preparing: Preparing.optional(),
    }),
  },
  auditFacets: {
    summary: 'What the history can be filtered by: the zones and the types of events that there are in it',
    answer: z.object({ zones: z.array(z.string()), kinds: z.array(z.string()) }),
  },
})
