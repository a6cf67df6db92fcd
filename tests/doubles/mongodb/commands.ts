/** Commands of the double. Each turns a command document into an answer. */
import { type Document, Long } from 'bson'
import { Aggregator, find } from 'mingo'
import type { DocumentStoreDouble } from './documents.ts'
import { CommandError, findAndModify, insert, remove, search, update } from './writes.ts'

const FIRST_BATCH = 101
const COMMAND_NOT_FOUND = 59
const CURSOR_NOT_FOUND = 43

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

/** Returns a function that answers commands on the documents. All connections of a double share its cursors. */
export function createCommandHandler(
  documents: DocumentStoreDouble,
  clock: () => Date,
): (command: Document) => Document {
  const cursors = new Map<number, { ns: string; left: Document[] }>()
  let lastCursor = 0

  /** Returns the first batch of results. `getMore` returns the rest. */
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
    createIndexes(ns) {
      documents.create(ns)
      return {}
    },
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
