/** The checkpoints of the tables in MongoDB: set together, and asked for once for all who wait for them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Collection } from 'mongodb'
import type { TableName } from '#contract/tables.ts'
import { START } from '#platform/event-store/event-store.ts'
import { TableMissing } from './read-store.ts'
import { createWaiting } from './waiting.ts'

interface Checkpoint {
  _id: TableName
  position: number
}

/** A change stream would tell, but only of a replica set; so it is asked, soon at first and then less and less often. */
const FIRST_PAUSE_MS = 4
const LONGEST_PAUSE_MS = 50

export function createCheckpoints(checkpoints: Collection<Checkpoint>) {
  const waiting = createWaiting()
  /** Tables that had a checkpoint when this process last looked. */
  const known = new Set<TableName>()
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

  async function nameMissing(tables: readonly TableName[]): Promise<void> {
    const there = await all()
    const missing = tables.filter((table) => !there.has(table))
    // Whoever builds one of them again begins with its checkpoint.
    for (const table of missing) known.delete(table)
    const [first] = missing
    if (first) throw new TableMissing(first)
  }

  return {
    all,
    async get(table: TableName) {
      const position = (await checkpoints.findOne({ _id: table }))?.position
      if (position !== undefined) known.add(table)
      return position
    },
    /** Never takes one back. Throws TableMissing where one that was known is gone. */
    async set(positions: ReadonlyMap<TableName, number>) {
      if (positions.size === 0) return
      const operations = [...positions].map(([_id, position]) => ({
        updateOne: { filter: { _id }, update: { $max: { position } }, upsert: !known.has(_id) },
      }))
      const { matchedCount, upsertedCount } = await checkpoints.bulkWrite(operations, { ordered: false })
      if (matchedCount + upsertedCount < positions.size) await nameMissing([...positions.keys()])
      for (const table of positions.keys()) known.add(table)
    },
    async remove(table: TableName) {
      known.delete(table)
      await checkpoints.deleteOne({ _id: table })
    },
    async reached(table: TableName, position: number, withinMs: number): Promise<boolean> {
      if (position <= START) return true
      const reached = waiting.wait(table, position, withinMs)
      if (!asking) void ask()
      return reached
    },
  }
}
