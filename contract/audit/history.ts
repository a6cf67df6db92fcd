/** Schemas of the audit log: filters, event sentences, chains of causes. */
import { msg } from '#contract/languages/message.ts'
import '../http/validation-messages.ts'
import { z } from 'zod'
import { filterDaySchema } from '../http/period.ts'
import { isEventType } from '../streams.ts'
import { ACTOR_ROLES, EVENT_SUBJECT_KINDS } from './event-subjects.ts'

/** Maximum of events in one response. */
export const MAX_EVENTS_PER_HISTORY_PAGE = 200

export const logPositionSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const thing = z
  .string()
  .max(200)
  .refine((text) => !text.includes(':') || EVENT_SUBJECT_KINDS.some((kind) => text.startsWith(`${kind}:`)), {
    message: `Enter an id such as T001, or KIND:ID, where KIND is one of ${EVENT_SUBJECT_KINDS.join(', ')}.`,
  })

/**
 * Filters of the audit log.
 * An omitted field matches everything.
 */
export const HistoryFilter = z.object({
  /**
   * First day in the city's time zone.
   * `to` is the last, included.
   */
  from: filterDaySchema.optional(),
  to: filterDaySchema.optional(),
  /** Event type. */
  kind: z.string().refine(isEventType, { message: msg`There is no such type of event.`.message }).optional(),
  /** Code of the actor's pseudonym (`7F3A91C2`), or an account id. */
  actor: z.string().min(1).max(80).optional(),
  role: z.enum(ACTOR_ROLES).optional(),
  zone: z.string().min(1).max(80).optional(),
  /** Subject of the event: `truck:T001`, or `T001` alone. */
  thing: thing.optional(),
})
export type HistoryFilter = z.infer<typeof HistoryFilter>

export const NamedEventSubject = z.object({
  kind: z.enum(EVENT_SUBJECT_KINDS),
  id: z.string(),
  /** Name of the subject, as shown in sentences. */
  name: z.string(),
})
export type NamedEventSubject = z.infer<typeof NamedEventSubject>

export const HistoryEvent = z.object({
  position: z.int(),
  type: z.string(),
  sentence: z.string(),
  /** Time at which the event happened. */
  at: z.iso.datetime(),
  /** Time at which the log stored the event. */
  recordedAt: z.iso.datetime(),
  actor: z.object({ name: z.string(), role: z.enum(ACTOR_ROLES).optional(), code: z.string().optional() }),
  /** Set if the event belongs to simulated activity. */
  simulated: z.literal(true).optional(),
})
export type HistoryEvent = z.infer<typeof HistoryEvent>

/**
 * Progress of the index, in log positions; absent once complete.
 * Queries return no events until then.
 */
export const IndexingProgress = z.object({ done: z.int(), of: z.int() })

const CausationChainLink = HistoryEvent.extend({
  /** The policy that caused the event; absent if a person did. */
  policy: z.object({ name: z.string(), does: z.string(), command: z.string() }).optional(),
})
export type CausationChainLink = z.infer<typeof CausationChainLink>

export const CausationChain = z.object({
  /** Causes of the event, oldest first. */
  before: z.array(CausationChainLink),
  here: CausationChainLink,
  /** Other events of the same command. */
  together: z.array(CausationChainLink),
  /**
   * First events that this event caused.
   * `caused` is the number of all.
   */
  after: z.array(CausationChainLink),
  /** Total number of events that this event caused. */
  caused: z.int(),
})
export type CausationChain = z.infer<typeof CausationChain>
