/** Distributed read store: one MongoDB collection per table, in the URL's database. */

import {
  type AnyBulkWriteOperation,
  type Collection,
  type Db,
  type Document,
  type IndexDescription,
  MongoBulkWriteError,
  type WithId,
} from 'mongodb'
import type { TableName } from '#contract/tables.ts'
import { LOG_START } from '../event-store/event-store.ts'
import type { LogMark } from '../event-store/log-mark.ts'
import { connectMongo } from '../mongodb.ts'
import { createCheckpoints, createTablesLock } from './mongodb-checkpoints.ts'
import {
  delegateToCurrentTables,
  type Filter,
  type Query,
  type ReaderLeaseStore,
  type ReadStore,
  type Row,
  type TableGeneration,
  type TableMark,
} from './read-store.ts'

interface StoredRow extends Document {
  _id: string
  position: number
}

/** Prefix that separates the tables from other collections of the database. */
const PREFIX = 'view.'
/**
 * Prefix character for the tables of all logs but the first.
 * No table's own name starts with it.
 */
const GENERATION_PREFIX = '~'
const prefixOf = (number: number) => (number === 0 ? '' : `${GENERATION_PREFIX}${number}.`)
/** Checkpoint whose position is the number of the log from which all processes' tables are built. */
const SERVING: TableName = `${GENERATION_PREFIX}serving@1`
/** Field in each row that identifies the last event of the batch that wrote the row. */
const MARK = '_log'
/** Field in each row whose keys are encoded. */
const ENCODED = '_encoded'
const INDEXED = ['position', 'zone', 'status', 'userId', 'timestamp', 'day', 'sequence']
/**
 * Indexed fields that few tables or rows have.
 * Rows without them are not in these indexes.
 */
const SPARSELY_INDEXED = ['collectedAt', 'reopenedAt', 'completedAt', 'cancelledAt', 'arrivedAt', 'to']
const INDEXES: IndexDescription[] = [
  ...INDEXED.map((field) => ({ key: { [field]: 1 } as const })),
  ...SPARSELY_INDEXED.map((field) => ({ key: { [field]: 1 } as const, sparse: true })),
]
const DUPLICATE_KEY = 11000

/**
 * Connects to MongoDB.
 * Rejects if no server answers within five seconds.
 * Writes wait until a majority of the servers has written them to its journals.
 * Reads ignore writes that only a minority has: a failover may undo those.
 * The views would never apply the events of rows that were undone.
 */
export async function openMongoReadStore(url: string): Promise<ReadStore> {
  const client = await connectMongo(url)
  const db = client.db()
  let serving = 0
  const checkpoints = createCheckpoints(db.collection('checkpoints'), (all) => see(all.get(SERVING)))
  const exclusively = createTablesLock(db.collection('locks'))
  const see = (mark: TableMark | undefined) => {
    serving = Math.max(serving, mark?.position ?? 0)
  }
  /** Returns the names of all tables in the store, including the tables of other logs. */
  async function allNames(): Promise<string[]> {
    const collections = await db.listCollections({}, { nameOnly: true }).toArray()
    const names = collections.map(({ name }) => name).filter((name) => name.startsWith(PREFIX))
    const withCheckpoint = [...(await checkpoints.all()).keys()].filter((name) => name !== SERVING)
    return [...new Set([...names.map((name) => name.slice(PREFIX.length)), ...withCheckpoint])]
  }
  const generations = new Map<number, TableGeneration>()
  function generationOf(number: number): TableGeneration {
    const known = generations.get(number)
    if (known) return known
    const tables = openGeneration(db, checkpoints, number, allNames)
    const generation: TableGeneration = {
      ...tables,
      next: () => generationOf(number + 1),
      async serve() {
        await checkpoints.set(new Map([[SERVING, number]]))
        serving = Math.max(serving, number)
      },
      async dropEarlier() {
        for (let earlier = 0; earlier < number; earlier++)
          for (const table of await generationOf(earlier).tables()) await generationOf(earlier).drop(table)
      },
    }
    generations.set(number, generation)
    return generation
  }
  async function generation(): Promise<TableGeneration> {
    const before = serving
    const mark = await checkpoints.get(SERVING)
    // Accepts a stored position lower than `serving`, because a restore may have lowered it.
    // If `serving` changed during this read, ignores the read position as outdated.
    if (serving === before) serving = mark?.position ?? 0
    return generationOf(serving)
  }
  await generation()
  const current = () => generationOf(serving)

  return {
    ...delegateToCurrentTables(current),
    durable: true,
    marks: (table) => current().marks(table),
    async reached(table, position, withinMs) {
      const asked = serving
      const reached = await current().reached(table, position, withinMs)
      // Repeats the call if reads have switched to the tables of another log in the meantime.
      return asked === serving ? reached : current().reached(table, position, withinMs)
    },
    generation,
    exclusively,
    async ping() {
      await db.command({ ping: 1 })
      await generation()
    },
    serverTime: async () => (await db.command({ hello: 1 })).localTime,
    leases: openMongoLeases(db.collection('leases')),
    close: () => client.close(),
  }
}

type Checkpoints = ReturnType<typeof createCheckpoints>

function openGeneration(db: Db, checkpoints: Checkpoints, number: number, allNames: () => Promise<string[]>) {
  const prefix = prefixOf(number)
  const named = (table: TableName) => `${prefix}${table}` as TableName
  const collection = (table: TableName) => db.collection<StoredRow>(PREFIX + named(table))
  const isOurs = (name: string) => (number === 0 ? !name.startsWith(GENERATION_PREFIX) : name.startsWith(prefix))
  const indexed = new Map<string, Promise<unknown>>()

  /**
   * Creates a table's indexes before its first row is inserted, when this costs nothing.
   * If creating them fails, the next call tries again.
   */
  function ensureIndexes(table: TableName): Promise<unknown> {
    const made = indexed.get(table) ?? collection(table).createIndexes(INDEXES)
    indexed.set(table, made)
    made.catch(() => indexed.delete(table))
    return made
  }

  interface Writing {
    mark: LogMark | undefined
    upsert: boolean
  }

  /**
   * Replaces stored rows by newer ones.
   * Returns the rows that were not written, because the stored version is the same or newer.
   */
  async function write(table: TableName, rows: readonly Row[], { mark, upsert }: Writing): Promise<Row[]> {
    const operations = rows.map(({ id, ...fields }): AnyBulkWriteOperation<StoredRow> => {
      const filter = { _id: id, position: { $lt: fields.position } }
      return { replaceOne: { filter, replacement: { ...encodeKeys(fields), ...(mark && { [MARK]: mark }) }, upsert } }
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
    number,
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
    count: (table: TableName, filter: Filter = {}) => collection(table).countDocuments(toStored(filter)),
    async replace(table: TableName, rows: readonly Row[], mark?: LogMark) {
      if (rows.length === 0) return
      await ensureIndexes(table)
      const met = await write(table, rows, { mark, upsert: true })
      // Overwrites rows that another writer inserted in the meantime, if those are older.
      if (met.length > 0) await write(table, met, { mark, upsert: false })
    },
    checkpoint: async (table: TableName) => (await checkpoints.get(named(table)))?.position,
    checkpoints: (tables: readonly TableName[]) => checkpoints.positions(tables.map(named)),
    setCheckpoints: (positions: ReadonlyMap<TableName, number>, mark?: LogMark) =>
      checkpoints.set(new Map([...positions].map(([table, position]) => [named(table), position] as const)), mark),
    reached: (table: TableName, position: number, withinMs: number) =>
      checkpoints.reached(named(table), position, withinMs),
    async marks(table: TableName): Promise<TableMark[]> {
      const checkpoint = await checkpoints.get(named(table))
      const ahead = await collection(table)
        .find({ position: { $gt: checkpoint?.position ?? LOG_START } }, { projection: { position: 1, [MARK]: 1 } })
        .toArray()
      return [...(checkpoint ? [checkpoint] : []), ...ahead.map((row) => row[MARK] ?? { position: row.position })]
    },
    tables: async () => (await allNames()).filter(isOurs).map((name) => name.slice(prefix.length) as TableName),
    async drop(table: TableName) {
      indexed.delete(table)
      // Removes the table's checkpoint first, because a checkpoint claims that the rows exist.
      await checkpoints.remove(named(table))
      await collection(table).drop()
    },
  }
}

function toRow<R extends Row>({ _id, [MARK]: _, [ENCODED]: isEncoded, ...fields }: WithId<StoredRow>): R {
  const row: Row = { id: _id, ...(isEncoded ? (mapKeys(fields, decodeKey) as typeof fields) : fields) }
  return row as R
}

/** First character of an encoded key. */
const ENCODING = '~'
/**
 * Whether MongoDB or its driver interprets or refuses a key.
 * People choose keys: of a notification's details, or ids of trucks.
 */
const isReservedKey = (key: string) => key === '_bsontype' || key.startsWith('$') || key.includes('\0')
const encodeKey = (key: string) =>
  isReservedKey(key) || key.startsWith(ENCODING) ? `${ENCODING}${JSON.stringify(key)}` : key
const decodeKey = (key: string) => (key.startsWith(ENCODING) ? String(JSON.parse(key.slice(1))) : key)

/** Encodes reserved keys at any depth, and marks the row. */
function encodeKeys<F extends object>(fields: F): F {
  return hasReservedKey(fields) ? { ...(mapKeys(fields, encodeKey) as F), [ENCODED]: true } : fields
}

function hasReservedKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasReservedKey)
  return Object.entries(value).some(([key, part]) => isReservedKey(key) || hasReservedKey(part))
}

function mapKeys(value: unknown, change: (key: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => mapKeys(part, change))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [change(key), mapKeys(part, change)]))
}

/** Renames the field `id` to MongoDB's `_id`. */
function toStored(asked: Filter | Record<string, 1 | -1>): Record<string, never> {
  const renamed = Object.entries(asked).map(([field, value]) => {
    if (field === '$or') return [field, (value as Filter[]).map(toStored)]
    return [field === 'id' ? '_id' : field, value]
  })
  return Object.fromEntries(renamed)
}

interface StoredLease {
  _id: string
  beat: string
  versions: Readonly<Record<string, number>>
}

const openMongoLeases = (collection: Collection<StoredLease>): ReaderLeaseStore => ({
  all: async () => (await collection.find().toArray()).map(({ _id, ...lease }) => ({ id: _id, ...lease })),
  async renew({ id, ...lease }) {
    await collection.replaceOne({ _id: id }, lease, { upsert: true })
  },
  async end(id) {
    await collection.deleteOne({ _id: id })
  },
})
