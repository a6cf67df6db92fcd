/** Counts uses in the MongoDB vault. */
import type { Db } from 'mongodb'
import type { Counts } from './counts.ts'

interface Count {
  _id: string
  count: number
  until: number
}

/** `unlessTaken` returns false if another process inserted the same document. */
export function countsIn(db: Db, unlessTaken: (write: () => Promise<unknown>) => Promise<boolean>): Counts {
  const counts = db.collection<Count>('vault.counts')
  return {
    async countUp(key, durationMs, now) {
      await counts.deleteMany({ until: { $lte: now } })
      for (;;) {
        const found = await counts.findOneAndUpdate({ _id: key }, { $inc: { count: 1 } }, { returnDocument: 'after' })
        if (found) return { count: found.count, until: found.until }
        const first = { _id: key, count: 1, until: now + durationMs }
        if (await unlessTaken(() => counts.insertOne(first))) return { count: first.count, until: first.until }
      }
    },
    async countDown(key) {
      await counts.updateOne({ _id: key, count: { $gt: 0 } }, { $inc: { count: -1 } })
    },
    counted: async (key, now) => (await counts.findOne({ _id: key, until: { $gt: now } }))?.count ?? 0,
  }
}
