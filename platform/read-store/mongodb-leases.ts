/** Stores the leases of processes that share a database, one document per lease. */
import type { Collection } from 'mongodb'
import type { ReaderLeaseStore } from './read-store.ts'

interface StoredLease {
  _id: string
  beat: string
  versions: Readonly<Record<string, number>>
}

export const openMongoLeases = (collection: Collection<StoredLease>): ReaderLeaseStore => ({
  all: async () => (await collection.find().toArray()).map(({ _id, ...lease }) => ({ id: _id, ...lease })),
  async renew({ id, ...lease }) {
    await collection.replaceOne({ _id: id }, lease, { upsert: true })
  },
  async end(id) {
    await collection.deleteOne({ _id: id })
  },
})
