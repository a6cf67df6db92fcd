/** The history as auditors are told it: what may be asked for, events in sentences, and chains of them. */
import '../door/plain-words.ts'
import { z } from 'zod'
import { filterDay } from '../door/period.ts'
import { isEventType } from '../streams.ts'
import { ACTING, THING_KINDS } from './things.ts'

/** Events of one answer. */
export const MOST_EVENTS = 200

export const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const thing = z
  .string()
  .max(200)
  .refine((text) => !text.includes(':') || THING_KINDS.some((kind) => text.startsWith(`${kind}:`)), {
    message: `Enter what it is called, such as T001, or as KIND:ID, with ${THING_KINDS.join(', ')} for KIND.`,
  })

/** What is asked of the history; each field that is left out lets everything through. */
export const HistoryFilter = z.object({
  /** Days of the city on which it happened, both included. */
  from: filterDay.optional(),
  to: filterDay.optional(),
  /** A type of event. */
  kind: z.string().refine(isEventType, { message: 'There is no such type of event.' }).optional(),
  /** The code of a pseudonym (`7F3A91C2`), or the account's id. */
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

/** How far the history has read the log, as positions, while it has not read it all. Nothing is answered until then. */
export const Preparing = z.object({ done: z.int(), of: z.int() })

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
