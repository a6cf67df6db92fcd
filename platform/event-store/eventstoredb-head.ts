/** The head of EventStoreDB's log as the port means it: the last event that is ours, behind which the server writes its own. */

import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client'
import { type Position, START } from './event-store.ts'
import { positionOf, resolvedEvents, toOwnEvents } from './eventstoredb-wire.ts'

/** By how much more is asked for when all that was read backwards was the server's own. */
const WIDER = 64

/**
 * Finds the head by reading one event, as a rule. Behind the last of ours, what was the server's own is not read again. A head may
 * be before an earlier one: the server came back with an older log.
 */
export function createHead(client: EventStoreDBClient): () => Promise<Position> {
  /** The newest event of an earlier read, and the last of ours up to it. */
  let known: { position: Position; id: string; ours: Position } | undefined

  /** The head as the newest so many events tell it; undefined when all of these are the server's and not known yet. */
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
