/** Handles a command: load, fold, decide, append at the revision that was read, or is known; the same command id is answered again. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import { type Event, eventSchemas } from '#contract/events.ts'
import { CATALOGUE, type EventIn, type StreamCategory, type StreamName } from '#contract/streams.ts'
import {
  type EventStore,
  type LoggedEvent,
  type NewEvent,
  NO_STREAM,
  type Recorded,
  WrongExpectedRevision,
} from '#platform/event-store/event-store.ts'
import type { Envelope as Asked } from '#platform/http/command-key.ts'
import { type Aggregate, isNamed, isOf } from './category.ts'
import type { Decision } from './decider.ts'

/** Who asks, under which command id, with which body (its fingerprint): as the door made it, or one of our own. */
export interface Envelope extends Asked {
  /** The simulated city asks; what comes of it is marked for good. */
  simulated?: true
}

/** What a policy asks for; what that comes to, its id alone decides. */
export const bySystem = (commandId: string): Envelope => ({ commandId, fingerprint: 'system', actor: 'system' })

/** What came of a command: its events (the first ones again, when repeated), the state after them, and their position. */
export interface Handled<State, E = Event> {
  state: State
  events: E[]
  /** Of the last event of this command; of the stream's last one when nothing was to be changed; 0 with no stream. */
  position: number
}

/** Each conflict means that another command was stored: so many at the same moment all come through. */
const ATTEMPTS = 100
/** A conflict waits for a random time, so that those that met do not meet again; the limit grows up to this. */
const LONGEST_PAUSE_MS = 64

const pauseBefore = (attempt: number) => pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt))

/** What is not understood may be the very thing that forbids the command. */
const NEWER = reject('unavailable', 'A newer version of WasteSense has changed this. Please update this installation.')

/**
 * Runs one command on one stream. A conflict with a concurrent command is decided anew, up to a limit; then
 * WrongExpectedRevision. A command id that the stream has seen gives the first outcome again, or, under another
 * fingerprint, the rejection `key-reused`. A stream with events that its category does not know is not written to. Throws
 * StoreUnavailable when nothing could be stored.
 *
 * It is decided on what is known of the stream without asking, where that is anything, or on nothing, where the stream is
 * `mostly` new. The append at that revision finds out; what is not to be appended is said only once the stream was read.
 */
export async function handle<State, C extends StreamCategory>(
  store: EventStore,
  stream: StreamName<NoInfer<C>>,
  aggregate: Aggregate<State, C>,
  decide: (state: State) => Decision<EventIn<C>> | Promise<Decision<EventIn<C>>>,
  envelope: Envelope,
  mostly?: 'new',
): Promise<Handled<State, EventIn<C>> | Rejection> {
  const { initial, evolve } = aggregate
  let guessed = store.known && ((await store.known(stream)) ?? (mostly && []))
  for (let attempt = 1; ; attempt++) {
    const isGuess = guessed !== undefined
    const recorded = ownEvents(guessed ?? (await store.readStream(stream)), aggregate)
    guessed = undefined
    const repeated = recorded && findRepeated(recorded, envelope)
    // Of another log by now, perhaps: whoever repeats it is told what the stream has.
    if (isGuess && (!recorded || repeated)) continue
    if (!recorded) return NEWER
    if (repeated) return isRejection(repeated) ? repeated : outcome(aggregate, recorded, repeated)
    const state = recorded.reduce(evolve, initial)
    const deciding = decide(state)
    const decision = await deciding
    const last = recorded.at(-1)
    const isNothing = isRejection(decision) || decision.length === 0
    // No append will say whether it was right.
    if (isNothing && isGuess) continue
    if (isNothing && deciding instanceof Promise && attempt < ATTEMPTS) {
      // What was looked up meanwhile may tell of this very command, stored by a twin: then it is no reason against it.
      const now = await store.readStream(stream)
      if (now.length > recorded.length) continue
    }
    if (isRejection(decision)) return decision
    if (decision.length === 0) return { state, events: [], position: last?.position ?? 0 }
    try {
      const made = toNewEvents(stream, aggregate.category, decision, envelope)
      const appended = await store.append(stream, last?.revision ?? NO_STREAM, made, { unread: true })
      const events = appended.events as (EventIn<C> & Recorded)[]
      return { state: events.reduce(evolve, state), events, position: appended.position }
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || attempt === ATTEMPTS) throw error
      await pauseBefore(attempt)
    }
  }
}

/** The stream's events; undefined when there are some that its category does not know. */
function ownEvents<State, C extends StreamCategory>(logged: LoggedEvent[], { category }: Aggregate<State, C>) {
  return logged.every((event) => isOf(event, category)) ? (logged as (EventIn<C> & Recorded)[]) : undefined
}

function findRepeated<E extends Recorded>(recorded: E[], { commandId, fingerprint }: Envelope) {
  const seen = recorded.filter((event) => event.meta.commandId === commandId)
  if (seen.length === 0) return undefined
  if (seen.some((event) => event.meta.fingerprint !== fingerprint))
    return reject('key-reused', 'This Idempotency-Key was used before with another request.')
  return seen
}

function outcome<State, C extends StreamCategory>(
  { evolve, initial }: Aggregate<State, C>,
  all: (EventIn<C> & Recorded)[],
  seen: (EventIn<C> & Recorded)[],
): Handled<State, EventIn<C>> {
  const last = seen.at(-1) as Recorded
  return { state: all.slice(0, last.revision + 1).reduce(evolve, initial), events: seen, position: last.position }
}

/**
 * Types see to it that a stream gets the events of its category; a mistake that got past them ends here. Their ids are of this
 * try alone: a twin of the command, in whatever process, comes second by its revision, and finds the first one's events.
 */
function toNewEvents(stream: string, category: StreamCategory, events: Event[], meta: Envelope): NewEvent[] {
  const stranger = events.find(({ type }) => CATALOGUE[type].stream !== category)
  if (stranger || !isNamed(stream, category)) throw new TypeError(`${stranger?.type ?? category} is not for ${stream}`)
  for (const event of events) refuseMalformed(event)
  return events.map((event) => ({ ...event, id: randomUUID(), meta }))
}

/**
 * Throws a TypeError for an event that its schema refuses, such as one with a figure that is not finite. The log keeps what it is
 * given for ever, so this is the last place to stop a fault of ours.
 */
function refuseMalformed({ type, data }: Event): void {
  const { error } = eventSchemas[type].safeParse(data)
  const issue = error?.issues[0]
  if (issue) throw new TypeError(`${type} was not stored: ${issue.path.join('.')}: ${issue.message}`)
}
