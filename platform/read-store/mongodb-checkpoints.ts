/** The checkpoints of the tables in MongoDB: set together, and asked for once for all who wait for them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Collection } from 'mongodb'
import { START } from '#platform/event-store/event-store.ts'
import { createWaiting } from './waiting.ts'

interface Checkpoint {
  _id: string
  position: number
}

/** A change stream would tell, but only of a replica set; so it is asked, soon at first and then less and less often. */
const FIRST_PAUSE_MS = 4
const LONGEST_PAUSE_MS = 50

export function createCheckpoints(checkpoints: Collection<Checkpoint>) {
  const waiting = createWaiting()
  let asking = false

  const all = async () => new Map((await checkpoints.find().toArray()).map(({ _id, position }) => [_id, position]))

  /** Asks as long as anybody waits; ends in the same turn in which nobody does any more. */
  async function ask(): Promise<void> {
    asking = true
    let pauseMs = FIRST_PAUSE_MS
    try {
      while (waiting.count() > 0) {
        const met = waiting.tell(await all())
        pauseMs = met ? FIRST_PAUSE_MS : Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)
        if (waiting.count() > 0) await pause(pauseMs)
      }
    } catch (error) {
      waiting.fail(error)
    } finally {
      asking = false
    }
  }

  return {
    all,
    get: async (table: string) => (await checkpoints.findOne({ _id: table }))?.position,
    /** Never takes one back. */
    async set(positions: ReadonlyMap<string, number>) {
      const operations = [...positions].map(([_id, position]) => ({
        updateOne: { filter: { _id }, update: { $max: { position } }, upsert: true },
      }))
      if (operations.length > 0) await checkpoints.bulkWrite(operations, { ordered: false })
    },
    remove: (table: string) => checkpoints.deleteOne({ _id: table }),
    async reached(table: string, position: number, withinMs: number): Promise<boolean> {
      if (position <= START) return true
      const reached = waiting.wait(table, position, withinMs)
      if (!asking) void ask()
      return reached
    },
  }
}
