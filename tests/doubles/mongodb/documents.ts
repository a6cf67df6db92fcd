/** Documents by collection, in memory and optionally in a log file. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { type Document, deserialize, EJSON, serialize } from 'bson'

interface Change {
  collection: string
  /** Id of the changed document; absent if the change dropped the whole collection. */
  id?: unknown
  /**
   * New content of the changed document.
   * Absent if the document was removed.
   */
  document?: Document
}

type Collection = Map<string, Document>

/** Returns the key under which the map stores a document, from the document's id. */
const keyOf = (id: unknown) => (typeof id === 'string' ? id : EJSON.stringify({ id }))

export class DocumentStoreDouble {
  readonly #collections = new Map<string, Collection>()
  readonly #log: number | undefined
  #unsynced = false

  /** Reads an existing log file and removes an incomplete last change. */
  constructor(file?: string) {
    if (file === undefined) return
    if (existsSync(file)) truncateSync(file, this.#replay(readFileSync(file)))
    this.#log = openSync(file, 'a')
  }

  names(): string[] {
    return [...this.#collections.keys()]
  }

  /** Returns the documents with the filter's ids, or all if it has none. */
  candidates(collection: string, filter: Document): Document[] {
    const documents = this.#collections.get(collection) ?? new Map<string, Document>()
    const asked = filter._id
    const ids = typeof asked === 'string' ? [asked] : Array.isArray(asked?.$in) ? (asked.$in as unknown[]) : undefined
    if (ids === undefined) return [...documents.values()]
    return [...new Set(ids.map(keyOf))].flatMap((key) => documents.get(key) ?? [])
  }

  has(collection: string, id: unknown): boolean {
    return this.#collections.get(collection)?.has(keyOf(id)) ?? false
  }

  put(collection: string, document: Document): void {
    this.#change({ collection, id: document._id, document })
  }

  remove(collection: string, id: unknown): void {
    this.#change({ collection, id })
  }

  drop(collection: string): void {
    this.#change({ collection })
  }

  create(collection: string): void {
    if (!this.#collections.has(collection)) this.#collections.set(collection, new Map())
  }

  /** Syncs the changes since the last call to disk. */
  sync(): void {
    if (this.#unsynced && this.#log !== undefined) fsyncSync(this.#log)
    this.#unsynced = false
  }

  close(): void {
    if (this.#log !== undefined) closeSync(this.#log)
  }

  #change(change: Change): void {
    this.#apply(change)
    if (this.#log === undefined) return
    writeSync(this.#log, serialize(change))
    this.#unsynced = true
  }

  #apply({ collection, id, document }: Change): void {
    if (id === undefined) {
      this.#collections.delete(collection)
      return
    }
    this.create(collection)
    const documents = this.#collections.get(collection)
    if (document === undefined) documents?.delete(keyOf(id))
    else documents?.set(keyOf(id), document)
  }

  /**
   * Applies all completely written changes of the log file.
   * Returns their length in bytes.
   */
  #replay(log: Buffer): number {
    let offset = 0
    while (offset + 4 <= log.length) {
      const length = log.readInt32LE(offset)
      if (length < 5 || offset + length > log.length) break
      this.#apply(deserialize(log.subarray(offset, offset + length)) as Change)
      offset += length
    }
    return offset
  }
}
