/** Handles a command: load, fold, decide, append at the revision that was read; the same command id is answered again. */
import { hash } from 'node:crypto'
import type { Event } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/problems.ts'
import {
  type EventStore,
  type NewEvent,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from '#platform/event-store/event-store.ts'
import type { Envelope as Asked } from '#platform/http/command-key.ts'
import type { Aggregate, Decision } from './decider.ts'

/** Who asks, under which command id, with which body (its fingerprint): as the door made it, or one of our own. */
export interface Envelope extends Asked {
  /** The simulated city asks; what comes of it is marked for good. */
  simulated?: true
}

/** What came of a command: its events (the first ones again, when repeated), the state after them, and their position. */
export interface Handled<State> {
  state: State
  events: Event[]
  /** Of the last event of this command; of the stream's last one when nothing was to be changed; 0 with no stream. */
  position: Position
}

const ATTEMPTS = 8

/**
 * Runs one command on one stream. A conflict with a concurrent command is decided anew, a few times; then
 * WrongExpectedRevision. A command id that the stream has seen gives the first outcome again, or, under another
 * fingerprint, the rejection `key-reused`. Throws StoreUnavailable when nothing could be stored.
 */
export async function handle<State>(
  store: EventStore,
  stream: string,
  aggregate: Aggregate<State>,
  decide: (state: State) => Decision | Promise<Decision>,
  envelope: Envelope,
): Promise<Handled<State> | Rejection> {
  for (let attempt = 1; ; attempt++) {
    const recorded = await store.readStream(stream)
    const repeated = findRepeated(recorded, envelope)
    if (repeated) return isRejection(repeated) ? repeated : outcome(aggregate, recorded, repeated)
    const state = recorded.reduce((folded, one) => aggregate.evolve(folded, one as unknown as Event), aggregate.initial)
    const deciding = decide(state)
    const decision = await deciding
    const last = recorded.at(-1)
    if ((isRejection(decision) || decision.length === 0) && deciding instanceof Promise && attempt < ATTEMPTS) {
      // What was looked up meanwhile may tell of this very command, stored by a twin: then it is no reason against it.
      const now = await store.readStream(stream)
      if (now.length > recorded.length) continue
    }
    if (isRejection(decision)) return decision
    if (decision.length === 0) return { state, events: [], position: last?.position ?? 0 }
    try {
      const appended = await store.append(stream, last?.revision ?? NO_STREAM, toNewEvents(stream, decision, envelope))
      // A twin of this command may have come first: the store then answers with its events, perhaps of another body.
      const twin = findRepeated(appended.events, envelope)
      if (twin && isRejection(twin)) return twin
      const events = appended.events as unknown as Event[]
      return { state: events.reduce(aggregate.evolve, state), events, position: appended.position }
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || attempt === ATTEMPTS) throw error
    }
  }
}

function findRepeated(recorded: RecordedEvent[], { commandId, fingerprint }: Envelope) {
  const seen = recorded.filter((one) => one.meta.commandId === commandId)
  if (seen.length === 0) return undefined
  if (seen.some((one) => one.meta.fingerprint !== fingerprint))
    return reject('key-reused', 'This Idempotency-Key was used before with another request.')
  return seen
}

function outcome<State>(aggregate: Aggregate<State>, all: RecordedEvent[], seen: RecordedEvent[]): Handled<State> {
  const last = seen.at(-1) as RecordedEvent
  const upTo = all.slice(0, last.revision + 1) as unknown as Event[]
  return {
    state: upTo.reduce(aggregate.evolve, aggregate.initial),
    events: seen as unknown as Event[],
    position: last.position,
  }
}

function toNewEvents(stream: string, events: Event[], meta: Envelope): NewEvent[] {
  return events.map((one, index) => ({ ...one, id: uuidOf(`${stream}\n${meta.commandId}\n${index}`), meta }))
}

/** A UUID (version 8) made from a text: the same text gives the same id. */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
