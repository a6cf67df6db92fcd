/** The head of EventStoreDB's log as the port means it: the last event that is ours, behind which the server writes its own. */

import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client'
import { later, type Position, START } from './event-store.ts'
import { positionOf, resolvedEvents, toOwnEvents } from './eventstoredb-wire.ts'

/** By how much more is asked for when all that was read backwards was the server's own. */
const WIDER = 64

/** Finds the head by reading one event, as a rule. Behind the last of ours, what was the server's own is not read again. */
export function createHead(client: EventStoreDBClient): () => Promise<Position> {
  let ours: Position = START
  let passedOver: Position = START

  /** The head as the newest so many events tell it; undefined when all of these are the server's and not known yet. */
  async function among(maxCount: number): Promise<Position | undefined> {
    let newest: Position | undefined
    let count = 0
    for await (const resolved of resolvedEvents(
      client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount }),
    )) {
      const position = positionOf(resolved.event)
      newest ??= position
      count += 1
      const isOurs = toOwnEvents([resolved]).length > 0
      if (!isOurs && position > passedOver) continue
      if (isOurs) ours = later(ours, position)
      passedOver = later(passedOver, newest)
      return ours
    }
    return count < maxCount ? ours : undefined
  }

  return async () => {
    for (let maxCount = 1; ; maxCount *= WIDER) {
      const head = await among(maxCount)
      if (head !== undefined) return head
    }
  }
}
