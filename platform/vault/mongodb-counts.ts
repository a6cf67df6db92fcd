/** Counts uses in the MongoDB vault. */
import type { Db } from 'mongodb'
import type { UsageCountStore } from './counts.ts'

/**
 * MongoDB index on the times at which usage counts expire.
 * It finds the expired counts, which are deleted each time a use is counted.
 */
export const COUNT_INDEX = { until: 1 } as const

export const COUNTS_COLLECTION = 'vault.counts'

interface Count {
  _id: string
  count: number
  until: number
}

/**
 * Stores usage counts in the MongoDB vault.
 * `unlessTaken` runs a write.
 * It returns false if another process inserted the document first.
 */
export function createMongoCountStore(
  db: Db,
  unlessTaken: (write: () => Promise<unknown>) => Promise<boolean>,
): UsageCountStore {
  const counts = db.collection<Count>(COUNTS_COLLECTION)
  return {
    async countUp(key, durationMs, now) {
      await counts.deleteMany({ until: { $lte: now } })
      for (;;) {
        const found = await counts.findOneAndUpdate(
          { _id: key },
          { $inc: { count: 1 }, $min: { until: now + durationMs } },
          { returnDocument: 'after' },
        )
        if (found) return { count: found.count, until: found.until }
        const first = { _id: key, count: 1, until: now + durationMs }
        if (await unlessTaken(() => counts.insertOne(first))) return { count: first.count, until: first.until }
      }
    },
    async countDown(key) {
      await counts.updateOne({ _id: key, count: { $gt: 0 } }, { $inc: { count: -1 } })
    },
    async counted(key, now) {
      const { count = 0, until = now } = (await counts.findOne({ _id: key, until: { $gt: now } })) ?? {}
      return { count, until }
    },
  }
}
