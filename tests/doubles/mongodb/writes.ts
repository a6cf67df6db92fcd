/** Write commands of the double: insert, update, delete and findAndModify. */
import { type Document, deserialize, ObjectId, serialize } from 'bson'
import { find, update as modify } from 'mingo'
import type { DocumentStoreDouble } from './documents.ts'

const DUPLICATE_KEY = 11000

/** Error whose code and message are sent to the client. */
export class CommandError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Returns a cursor over the matching documents. mingo refuses an empty sort, which MongoDB treats as none. */
export function search(
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

/** Runs the statements in order. An ordered batch ends at the first error. An unordered batch continues. */
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

export function insert(documents: DocumentStoreDouble, collection: string, command: Document): Document {
  let n = 0
  const errors = each(command.documents as Document[], command.ordered ?? true, (document) => {
    insertOne(documents, collection, document)
    n += 1
  })
  return withErrors({ n }, errors)
}

/** Returns the updated document: the replacement, or a copy to which the operators were applied. */
function updated(document: Document, u: Document): Document {
  if (!Object.keys(u).some((key) => key.startsWith('$'))) return { ...u, _id: document._id }
  const copy = deserialize(serialize(document))
  modify(copy, u)
  return copy
}

/**
 * Returns the document from which an upsert starts.
 * It has the fields that the filter requires to be equal to a value.
 */
function seed(q: Document): Document {
  const isOperator = (value: unknown) =>
    value?.constructor === Object && Object.keys(value as object).some((key) => key.startsWith('$'))
  const equalities = Object.entries(q).filter(([field, value]) => !field.startsWith('$') && !isOperator(value))
  return { ...Object.fromEntries(equalities), _id: q._id ?? new ObjectId() }
}

export function update(documents: DocumentStoreDouble, collection: string, command: Document): Document {
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

export function remove(documents: DocumentStoreDouble, collection: string, command: Document): Document {
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

export function findAndModify(documents: DocumentStoreDouble, collection: string, command: Document): Document {
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
