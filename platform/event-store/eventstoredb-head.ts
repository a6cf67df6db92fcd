/**
 * Finds the head of EventStoreDB's log: the last event that is ours.
 * System events of the server follow it.
 */

import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client'
import { type Position, START } from './event-store.ts'
import { positionOf, resolvedEvents, toOwnEvents } from './eventstoredb-wire.ts'

/** Factor by which the read grows if it found only system events. */
const WIDER = 64

/**
 * Creates a function that finds the head, usually by reading one event.
 * It does not read the same system events again.
 * The head may move backwards if the server comes back with an older log.
 */
export function createHead(client: EventStoreDBClient): () => Promise<Position> {
  /** Newest event of an earlier read, and our last event up to it. */
  let known: { position: Position; id: string; ours: Position } | undefined

  /**
   * Returns the head found in the newest `maxCount` events.
   * Returns undefined if all of them are unknown system events.
   */
  async function among(maxCount: number): Promise<Position | undefined> {
    let newest: { position: Position; id: string } | undefined
    let count = 0
    for await (const resolved of resolvedEvents(
      client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount }),
    )) {
      const [position, id] = [positionOf(resolved.event), resolved.event?.id ?? '']
      newest ??= { position, id }
      count += 1
      const isOurs = toOwnEvents([resolved]).length > 0
      const isKnown = position === known?.position && id === known.id
      if (!isOurs && !isKnown) continue
      const ours = isKnown && known ? known.ours : position
      known = { ...newest, ours }
      return ours
    }
    return count < maxCount ? START : undefined
  }

  return async () => {
    for (let maxCount = 1; ; maxCount *= WIDER) {
      const head = await among(maxCount)
      if (head !== undefined) return head
    }
  }
}
