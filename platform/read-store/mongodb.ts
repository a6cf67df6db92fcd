/** The distributed read store: one MongoDB collection per table, in the database that the URL names. */
import { type AnyBulkWriteOperation, type Document, MongoBulkWriteError, type WithId } from 'mongodb'
import type { TableName } from '#contract/tables.ts'
import { connectMongo } from '../mongodb.ts'
import { createCheckpoints } from './mongodb-checkpoints.ts'
import { leasesIn } from './mongodb-leases.ts'
import type { Filter, Query, ReadStore, Row } from './read-store.ts'

interface Stored extends Document {
  _id: string
  position: number
}

/** Keeps tables apart from whatever else the database holds. */
const PREFIX = 'view.'
const INDEXED = ['position', 'zone', 'status', 'userId', 'timestamp', 'day']
const DUPLICATE_KEY = 11000

/** Connects; rejects when no server answers within five seconds. Writes wait until a majority has them in its journal. */
export async function openMongoReadStore(url: string): Promise<ReadStore> {
  const client = await connectMongo(url, { writeConcern: { w: 'majority', journal: true } })
  const db = client.db()
  const checkpoints = createCheckpoints(db.collection('checkpoints'))
  const collection = (table: TableName) => db.collection<Stored>(PREFIX + table)
  const indexed = new Map<string, Promise<unknown>>()

  /** Made before the first row, while it costs nothing; asked for again after a failure. */
  function ensureIndexes(table: TableName): Promise<unknown> {
    const made =
      indexed.get(table) ?? collection(table).createIndexes(INDEXED.map((field) => ({ key: { [field]: 1 } })))
    indexed.set(table, made)
    made.catch(() => indexed.delete(table))
    return made
  }

  /** Writes each row over an older one; gives those that met a row which was not older when looked at. */
  async function write(table: TableName, rows: readonly Row[], upsert: boolean): Promise<Row[]> {
    const operations = rows.map(({ id, ...fields }): AnyBulkWriteOperation<Stored> => {
      const filter = { _id: id, position: { $lt: fields.position } }
      return { replaceOne: { filter, replacement: fields, upsert } }
    })
    try {
      await collection(table).bulkWrite(operations, { ordered: false, ignoreUndefined: true })
      return []
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
      const failed = [error.writeErrors].flat()
      if (failed.length === 0 || failed.some(({ code }) => code !== DUPLICATE_KEY)) throw error
      return failed.map(({ index }) => rows[index] as Row)
    }
  }

  return {
    durable: true,
    async get<R extends Row>(table: TableName, ids: readonly string[]) {
      const found = await collection(table)
        .find({ _id: { $in: [...ids] } })
        .toArray()
      const rows = new Map(found.map((stored) => [stored._id, toRow<R>(stored)]))
      return ids.map((id) => rows.get(id))
    },
    async find<R extends Row>(table: TableName, { filter = {}, sort = {}, unsorted, skip = 0, limit }: Query = {}) {
      if (limit === 0) return []
      const matching = collection(table).find(toStored(filter))
      const cursor = unsorted ? matching : matching.sort({ ...toStored(sort), _id: 1 }).skip(skip)
      const found = await (limit === undefined ? cursor : cursor.limit(limit)).toArray()
      return found.map((stored) => toRow<R>(stored))
    },
    count: (table, filter = {}) => collection(table).countDocuments(toStored(filter)),
    async replace(table, rows) {
      if (rows.length === 0) return
      await ensureIndexes(table)
      const met = await write(table, rows, true)
      // A row appeared since: either a later one, which stays, or an older one of another writer, which must go.
      if (met.length > 0) await write(table, met, false)
    },
    checkpoint: checkpoints.get,
    setCheckpoints: checkpoints.set,
    reached: checkpoints.reached,
    async tables() {
      const collections = await db.listCollections({}, { nameOnly: true }).toArray()
      const names = collections.map(({ name }) => name).filter((name) => name.startsWith(PREFIX))
      return [
        ...new Set([
          ...names.map((name) => name.slice(PREFIX.length) as TableName),
          ...(await checkpoints.all()).keys(),
        ]),
      ]
    },
    async drop(table) {
      indexed.delete(table)
      // The checkpoint first: one that outlived its rows would claim that they are there.
      await checkpoints.remove(table)
      await collection(table).drop()
    },
    async ping() {
      await db.command({ ping: 1 })
    },
    serverTime: async () => (await db.command({ hello: 1 })).localTime,
    leases: leasesIn(db.collection('leases')),
    close: () => client.close(),
  }
}

function toRow<R extends Row>({ _id, ...fields }: WithId<Stored>): R {
  return { id: _id, ...fields } as unknown as R
}

/** MongoDB's name for a row's id is `_id`. */
function toStored(asked: Filter | Record<string, 1 | -1>): Record<string, never> {
  const renamed = Object.entries(asked).map(([field, value]) => {
    if (field === '$or') return [field, (value as Filter[]).map(toStored)]
    return [field === 'id' ? '_id' : field, value]
  })
  return Object.fromEntries(renamed)
}
