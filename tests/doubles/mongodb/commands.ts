/** Commands of the MongoDB double; each answers a command document. */

import { type Document, deserialize, Long, ObjectId, serialize } from 'bson'
import { Aggregator, find, update as modify } from 'mingo'
import type { DocumentStoreDouble } from './documents.ts'

const FIRST_BATCH = 101
const COMMAND_NOT_FOUND = 59
const CURSOR_NOT_FOUND = 43
const DUPLICATE_KEY = 11000

const greeting = (now: Date) => ({
  ismaster: true,
  isWritablePrimary: true,
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: now,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 25,
  readOnly: false,
})

/**
 * Returns a function that answers MongoDB commands.
 * All connections use this function and thus share its cursors.
 */
export function createCommandHandler(
  documents: DocumentStoreDouble,
  clock: () => Date,
): (command: Document) => Document {
  const cursors = new Map<number, { ns: string; left: Document[] }>()
  let lastCursor = 0

  /**
   * Returns the first batch of results.
   * `getMore` returns the rest.
   */
  function firstBatch(ns: string, found: Document[], batchSize = FIRST_BATCH, single = false): Document {
    const left = single ? [] : found.slice(batchSize)
    if (left.length > 0) cursors.set(++lastCursor, { ns, left })
    const id = Long.fromNumber(left.length > 0 ? lastCursor : 0)
    return { cursor: { id, ns, firstBatch: found.slice(0, batchSize) } }
  }

  function getMore(command: Document): Document {
    const id = Number(command.getMore)
    const cursor = cursors.get(id)
    if (cursor === undefined) throw new CommandError(CURSOR_NOT_FOUND, `cursor id ${id} not found`)
    const nextBatch = cursor.left.splice(0, command.batchSize ?? cursor.left.length)
    if (cursor.left.length === 0) cursors.delete(id)
    return { cursor: { id: Long.fromNumber(cursor.left.length > 0 ? id : 0), ns: cursor.ns, nextBatch } }
  }

  function findDocuments(ns: string, command: Document): Document {
    const { filter = {}, projection = {}, sort = {}, skip = 0, limit = 0, batchSize, singleBatch } = command
    const cursor = search(documents, ns, filter, sort, projection).skip(skip)
    return firstBatch(ns, (limit > 0 ? cursor.limit(limit) : cursor).all(), batchSize, singleBatch)
  }

  function listCollections(command: Document): Document {
    const prefix = `${command.$db}.`
    const names = documents.names().filter((name) => name.startsWith(prefix))
    const listed = names.map((name) => ({ name: name.slice(prefix.length), type: 'collection' }))
    return firstBatch(`${prefix}$cmd.listCollections`, find<Document>(listed, command.filter ?? {}).all())
  }

  const indexes = new Map<string, Document[]>()
  const table: Record<string, (ns: string, command: Document) => Document> = {
    hello: () => greeting(clock()),
    ismaster: () => greeting(clock()),
    isMaster: () => greeting(clock()),
    ping: () => ({}),
    endSessions: () => ({}),
    find: findDocuments,
    getMore: (_, command) => getMore(command),
    killCursors(_, command) {
      for (const id of command.cursors) cursors.delete(Number(id))
      return { cursorsKilled: command.cursors }
    },
    aggregate(ns, { pipeline, cursor }) {
      const found = new Aggregator(pipeline as Document[]).run(documents.candidates(ns, {}))
      return firstBatch(ns, found as Document[], cursor?.batchSize)
    },
    insert: (ns, command) => insert(documents, ns, command),
    update: (ns, command) => update(documents, ns, command),
    delete: (ns, command) => remove(documents, ns, command),
    findAndModify: (ns, command) => findAndModify(documents, ns, command),
    createIndexes(ns, command) {
      documents.create(ns)
      indexes.set(ns, [...(indexes.get(ns) ?? []), ...command.indexes])
      return {}
    },
    listIndexes: (ns) => firstBatch(ns, indexes.get(ns) ?? []),
    listCollections: (_, command) => listCollections(command),
    drop(ns) {
      documents.drop(ns)
      return { ns }
    },
  }

  return (command) => {
    const name = Object.keys(command)[0] ?? ''
    const handler = table[name]
    if (handler === undefined) return { ok: 0, code: COMMAND_NOT_FOUND, errmsg: `no such command: '${name}'` }
    try {
      const answer = handler(`${command.$db}.${command[name]}`, command)
      documents.sync()
      return { ...answer, ok: 1 }
    } catch (error) {
      const code = error instanceof CommandError ? error.code : 1
      return { ok: 0, code, errmsg: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** Error whose code and message are sent to the client. */
class CommandError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Returns a cursor over matching documents.
 * An empty sort is dropped, because mingo refuses it, unlike MongoDB.
 */
function search(
  documents: DocumentStoreDouble,
  collection: string,
  filter: Document,
  sort: Document,
  fields?: Document,
) {
  const cursor = find<Document>(documents.candidates(collection, filter), filter, fields)
  return Object.keys(sort).length > 0 ? cursor.sort(sort) : cursor
}

type Statement = { q: Document; u: Document; upsert?: boolean; multi?: boolean }

/**
 * Runs the statements of a MongoDB batch.
 * An ordered batch ends at the first error.
 * An unordered one runs all statements.
 */
function each<S>(statements: S[], ordered: boolean, work: (statement: S, index: number) => void): Document[] {
  const writeErrors: Document[] = []
  for (const [index, statement] of statements.entries()) {
    try {
      work(statement, index)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      writeErrors.push({ index, code: error.code, errmsg: error.message })
      if (ordered) break
    }
  }
  return writeErrors
}

const withErrors = (answer: Document, writeErrors: Document[]) =>
  writeErrors.length > 0 ? { ...answer, writeErrors } : answer

function insertOne(documents: DocumentStoreDouble, collection: string, document: Document): Document {
  const whole = { _id: document._id ?? new ObjectId(), ...document }
  if (documents.has(collection, whole._id))
    throw new CommandError(DUPLICATE_KEY, `E11000 duplicate key error collection: ${collection} index: _id_`)
  documents.put(collection, whole)
  return whole
}

function insert(documents: DocumentStoreDouble, collection: string, command: Document): Document {
  let n = 0
  const errors = each(command.documents as Document[], command.ordered ?? true, (document) => {
    insertOne(documents, collection, document)
    n += 1
  })
  return withErrors({ n }, errors)
}

/**
 * Returns the document after a MongoDB update.
 * The result is the replacement, or a copy to which the update operators were applied.
 */
function updated(document: Document, u: Document): Document {
  if (!Object.keys(u).some((key) => key.startsWith('$'))) return { ...u, _id: document._id }
  const copy = deserialize(serialize(document))
  modify(copy, u)
  return copy
}

/**
 * Returns the document that an upsert inserts first.
 * It contains the fields for which the filter requires one exact value.
 */
function seed(q: Document): Document {
  const isOperator = (value: unknown) =>
    value?.constructor === Object && Object.keys(value as object).some((key) => key.startsWith('$'))
  const equalities = Object.entries(q).filter(([field, value]) => !field.startsWith('$') && !isOperator(value))
  return { ...Object.fromEntries(equalities), _id: q._id ?? new ObjectId() }
}

function update(documents: DocumentStoreDouble, collection: string, command: Document): Document {
  let [n, nModified] = [0, 0]
  const upserted: Document[] = []
  const errors = each(command.updates as Statement[], command.ordered ?? true, ({ q, u, upsert, multi }, index) => {
    const matches = find<Document>(documents.candidates(collection, q), q).all()
    for (const match of multi ? matches : matches.slice(0, 1)) {
      documents.put(collection, updated(match, u))
      n += 1
      nModified += 1
    }
    if (matches.length > 0 || !upsert) return
    const made = insertOne(documents, collection, updated(seed(q), u))
    n += 1
    upserted.push({ index, _id: made._id })
  })
  return withErrors({ n, nModified, ...(upserted.length > 0 ? { upserted } : {}) }, errors)
}

function remove(documents: DocumentStoreDouble, collection: string, command: Document): Document {
  let n = 0
  for (const { q, limit } of command.deletes as { q: Document; limit: number }[]) {
    const matches = find<Document>(documents.candidates(collection, q), q).all()
    for (const match of limit === 1 ? matches.slice(0, 1) : matches) {
      documents.remove(collection, match._id)
      n += 1
    }
  }
  return { n }
}

function findAndModify(documents: DocumentStoreDouble, collection: string, command: Document): Document {
  const { query = {}, sort = {}, fields = {}, update: u, upsert = false, new: after = false } = command
  const matches = search(documents, collection, query, sort).all()
  const before = matches[0]
  const shown = (document: Document | undefined) => (document ? find([document], {}, fields).all()[0] : null)
  if (before === undefined && !upsert) return { value: null, lastErrorObject: { n: 0, updatedExisting: false } }
  if (command.remove) {
    documents.remove(collection, before?._id)
    return { value: shown(before), lastErrorObject: { n: 1 } }
  }
  const next = updated(before ?? seed(query), u)
  if (before) documents.put(collection, next)
  else insertOne(documents, collection, next)
  return { value: shown(after ? next : before), lastErrorObject: { n: 1, updatedExisting: before !== undefined } }
}
