/**
 * Handles a command: loads, folds, decides, and appends at the read or cached revision.
 * A repeated id returns the first result.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Event, eventSchemas } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { EVENT_CATALOGUE, type EventInStream, type StreamCategory, type StreamName } from '#contract/streams.ts'
import {
  type Envelope,
  type EventStore,
  type LoggedEvent,
  type NewEvent,
  NO_STREAM_REVISION,
  type RecordedFields,
  WrongExpectedRevision,
} from '#platform/event-store/event-store.ts'
import { createKeyedMutex, type KeyedMutex, runInTurnOfSender } from '#platform/keyed-mutex.ts'
import { type Aggregate, isEventOf, isStreamOf } from './category.ts'
import type { Decision } from './decider.ts'
import { foldEvents } from './load.ts'

/**
 * Envelope for policy commands.
 * The job id makes them idempotent.
 */
export const createPolicyEnvelope = (commandId: string): Envelope => ({
  commandId,
  fingerprint: 'system',
  actor: 'system',
})

/**
 * Result of a command: events, the state after them, and their position.
 * A repeated command has the events of its first attempt.
 */
export interface CommandResult<State, E = Event> {
  state: State
  events: E[]
  /**
   * Log position of the command's last event.
   * If the command changed nothing, the position of the stream's last event, or 0 for an empty stream.
   */
  position: number
}

/**
 * Maximum number of attempts after conflicts.
 * Each conflict means that another command succeeded.
 * So this many simultaneous commands all complete.
 */
const MAX_ATTEMPTS = 100
/**
 * Maximum of the random pause after a conflict, in ms.
 * It grows per attempt and spreads colliding commands.
 */
const MAX_CONFLICT_PAUSE_MS = 64

const pauseBefore = (attempt: number) => pause(Math.random() * Math.min(MAX_CONFLICT_PAUSE_MS, 2 ** attempt))

/**
 * Rejects a command on a stream with events of a newer WasteSense version.
 * Those unknown events may forbid the command.
 */
const NEWER_EVENTS_REJECTION = reject(
  'unavailable',
  msg`A newer version of WasteSense has changed this. Please update WasteSense on this server.`,
)

/**
 * Runs one command on one stream.
 * Decides again after conflicts, up to a limit; then throws WrongExpectedRevision.
 * If the command id was used, returns the first result, or `key-reused` for different content.
 * Rejects if this version does not know an event of the stream.
 * Throws StoreUnavailable if nothing could be stored.
 * The first decision uses the cached events of the stream.
 * If none are cached and `mostly` is 'new', it assumes that the stream is empty.
 */
export async function handleCommand<State, C extends StreamCategory>(
  store: EventStore,
  stream: StreamName<NoInfer<C>>,
  aggregate: Aggregate<State, C>,
  decide: (state: State) => Decision<EventInStream<C>>,
  envelope: Envelope,
  mostly?: 'new',
): Promise<CommandResult<State, EventInStream<C>> | Rejection> {
  await letGatheringFirst(store, stream, envelope.actor)
  const guess = store.known && ((await store.known(stream)) ?? (mostly && []))
  return decideAndAppend(store, stream, aggregate, decide, envelope, guess)
}

/**
 * A decider that needs facts from outside its stream.
 * `gather` collects the facts for the stream's current state.
 */
export interface DeciderWithFacts<State, C extends StreamCategory, Facts extends object> {
  /**
   * Returns the facts for the decision, or a refusal.
   * Runs before the decision, and again if the stream has grown in the meantime.
   * May also do preparatory work, such as reserving a ticket.
   * Such work is repeatable, because its ids derive from the command's id.
   */
  gather: (state: State) => Promise<Facts | Rejection>
  decide: (state: State, facts: Facts) => Decision<EventInStream<C>>
}

/** Returns no facts, for deciders that need none. */
export const gatherNoFacts = async (): Promise<object> => ({})

/** Internal result: the stream grew after the facts were gathered. */
const STREAM_GREW_REJECTION = reject('conflict', msg`Someone else is changing this. Please try again.`)

/**
 * Gathers facts for the stream's state, then runs the command with these facts.
 * If the stream grew meanwhile, gathers the facts again.
 * After several attempts, returns a conflict.
 * For a repeated command, gathers nothing and returns the earlier outcome.
 * A refusal by `gather` counts only if the stream did not grow.
 * Otherwise a parallel call of the same command may have caused the refusal.
 */
export async function handleWithFacts<State, C extends StreamCategory, Facts extends object>(
  store: EventStore,
  stream: StreamName<NoInfer<C>>,
  aggregate: Aggregate<State, C>,
  { gather, decide }: DeciderWithFacts<State, C, Facts>,
  envelope: Envelope,
): Promise<CommandResult<State, EventInStream<C>> | Rejection> {
  async function attempt(cached?: LoggedEvent[]) {
    const logged = cached ?? (await store.readStream(stream))
    const recorded = ownEvents(logged, aggregate)
    const isNew = recorded && !findRepeated(recorded, envelope)
    const facts = isNew ? await gather(foldEvents(aggregate, recorded)) : STREAM_GREW_REJECTION
    const decideNow = (state: State, length: number) => {
      if (length !== logged.length) return STREAM_GREW_REJECTION
      return isRejection(facts) ? facts : decide(state, facts)
    }
    return decideAndAppend(store, stream, aggregate, decideNow, envelope, logged)
  }

  const handled = await attempt(await store.known?.(stream))
  if (handled !== STREAM_GREW_REJECTION) return handled
  // Without turns, each success would make all other commands gather their facts again.
  // These turns differ from those of appends, which `gather` may need.
  async function attemptAgain() {
    for (let tried = 2; ; tried++) {
      const again = await attempt()
      if (again !== STREAM_GREW_REJECTION || tried === MAX_ATTEMPTS) return again
      await pauseBefore(tried)
    }
  }
  return inTurn(store, `facts of ${stream}`, envelope.actor, async () => {
    const ends = attemptAgain()
    const streams = gathering.get(store) ?? new Map()
    gathering.set(store, streams.set(stream, { actor: envelope.actor, ends }))
    return ends.finally(() => streams.get(stream)?.ends === ends && streams.delete(stream))
  })
}

/** Maximum time in ms that a command waits for one that gathers its facts again. */
const MAX_WAIT_FOR_GATHERING_MS = 1_000

/** Commands that gather their facts again, by stream. */
const gathering = new WeakMap<EventStore, Map<string, { actor: string; ends: Promise<unknown> }>>()

/**
 * Waits for another person's command that gathers its facts again.
 * Otherwise it might never succeed while others keep changing the stream.
 * Policies do not wait, because facts may need their commands.
 */
async function letGatheringFirst(store: EventStore, stream: string, actor: string): Promise<void> {
  const first = gathering.get(store)?.get(stream)
  if (!first || first.actor === actor || actor === 'system') return
  await Promise.race([first.ends.catch(() => undefined), pause(MAX_WAIT_FOR_GATHERING_MS, undefined, { ref: false })])
}

/**
 * Decides, appends at the expected revision, and retries after a conflict.
 * `decide` also gets the number of events in the stream.
 * `guess` contains the cached events.
 * Appending at their revision verifies that they are current.
 * If the command appends nothing, the stream is read again before returning.
 * After its first conflict, a command waits for other retrying commands in this process.
 */
async function decideAndAppend<State, C extends StreamCategory>(
  store: EventStore,
  stream: StreamName<NoInfer<C>>,
  aggregate: Aggregate<State, C>,
  decide: (state: State, length: number) => Decision<EventInStream<C>>,
  envelope: Envelope,
  guess: LoggedEvent[] | undefined,
  first = 1,
): Promise<CommandResult<State, EventInStream<C>> | Rejection> {
  const { evolve } = aggregate
  let guessed = guess
  for (let attempt = first; ; attempt++) {
    const isGuess = guessed !== undefined
    const recorded = ownEvents(guessed ?? (await store.readStream(stream)), aggregate)
    guessed = undefined
    const repeated = recorded && findRepeated(recorded, envelope)
    // The cached events of the stream may be outdated or from another log.
    // Before a refusal for newer events, or an answer to a repeated command, the stream is therefore read.
    if (isGuess && (!recorded || repeated)) continue
    if (!recorded) return NEWER_EVENTS_REJECTION
    if (repeated) return isRejection(repeated) ? repeated : outcome(aggregate, recorded, repeated)
    const state = foldEvents(aggregate, recorded)
    const decision = decide(state, recorded.length)
    const last = recorded.at(-1)
    // Reads the stream without the cache, because no append will verify the cached state.
    if (isGuess && (isRejection(decision) || decision.length === 0)) continue
    if (isRejection(decision)) return decision
    if (decision.length === 0) return { state, events: [], position: last?.position ?? 0 }
    try {
      const made = toNewEvents(stream, aggregate.category, decision, envelope)
      const appended = await store.append(stream, last?.revision ?? NO_STREAM_REVISION, made, { unread: true })
      const events = appended.events as (EventInStream<C> & RecordedFields)[]
      return { state: events.reduce(evolve, state), events, position: appended.position }
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || attempt === MAX_ATTEMPTS) throw error
      if (attempt === 1)
        return inTurn(store, stream, envelope.actor, () =>
          decideAndAppend(store, stream, aggregate, decide, envelope, undefined, 2),
        )
      await pauseBefore(attempt)
    }
  }
}

const turns = new WeakMap<EventStore, KeyedMutex>()

/**
 * Queues simultaneous commands on one stream.
 * Without turns, work would grow with the square of their number.
 */
function inTurn<T>(store: EventStore, stream: string, actor: string, work: () => Promise<T>): Promise<T> {
  const run = turns.get(store) ?? createKeyedMutex()
  turns.set(store, run)
  return runInTurnOfSender(run, { key: stream, sender: actor }, work)
}

/**
 * Returns the events of a stream.
 * Returns undefined if this version does not know the type of one of them.
 */
function ownEvents<State, C extends StreamCategory>(logged: LoggedEvent[], { category }: Aggregate<State, C>) {
  return logged.every((event) => isEventOf(event, category))
    ? (logged as (EventInStream<C> & RecordedFields)[])
    : undefined
}

function findRepeated<E extends RecordedFields>(recorded: E[], { commandId, fingerprint }: Envelope) {
  const seen = recorded.filter((event) => event.meta.commandId === commandId)
  if (seen.length === 0) return undefined
  if (seen.some((event) => event.meta.fingerprint !== fingerprint))
    return reject('key-reused', msg`This Idempotency-Key was used before with another request.`)
  return seen
}

function outcome<State, C extends StreamCategory>(
  aggregate: Aggregate<State, C>,
  all: (EventInStream<C> & RecordedFields)[],
  seen: (EventInStream<C> & RecordedFields)[],
): CommandResult<State, EventInStream<C>> {
  const last = seen.at(-1) as RecordedFields
  return { state: foldEvents(aggregate, all.slice(0, last.revision + 1)), events: seen, position: last.position }
}

/**
 * Returns the events to append, with new ids in each attempt.
 * Throws for another category's event, which the types should prevent.
 * If the same command runs twice at once, one append fails on the revision.
 * Its retry then finds the events of the other.
 */
function toNewEvents(stream: string, category: StreamCategory, events: Event[], meta: Envelope): NewEvent[] {
  const stranger = events.find(({ type }) => EVENT_CATALOGUE[type].stream !== category)
  if (stranger || !isStreamOf(stream, category))
    throw new TypeError(`${stranger?.type ?? category} does not belong to stream ${stream}`)
  for (const event of events) refuseMalformed(event)
  return events.map((event) => ({ ...event, id: randomUUID(), meta }))
}

/**
 * Throws a TypeError for an event that its schema rejects, such as non-finite numbers.
 * Events are permanent, so this check is the last chance to stop a bug.
 */
function refuseMalformed({ type, data }: Event): void {
  const { error } = eventSchemas[type].safeParse(data)
  const issue = error?.issues[0]
  if (issue) throw new TypeError(`${type} was not stored: ${issue.path.join('.')}: ${issue.message}`)
}
