/** A Postgres in memory, in a thread of its own, behind the few methods of a `pg` pool that BullMQ calls. */

import { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DEFAULT_SCHEMA, type PgPool, type PgPoolClient, type PgQueryResult, runMigrations } from 'bullmq'
import type { Answer, Question } from './pglite-thread.ts'

type Waiting = PromiseWithResolvers<PgQueryResult>

/**
 * There is one session, and it answers one statement after the other. That is enough: once the tables are made (the one
 * transaction of several statements, run before any other query) each thing BullMQ does is one statement.
 */
export class PglitePool extends EventEmitter implements PgPool {
  /** Tells BullMQ that a lost connection would be noticed, so that it need not ask again and again. */
  readonly options = { keepAlive: true }
  readonly #thread = new Worker(new URL('./pglite-thread.ts', import.meta.url))
  readonly #waiting = new Map<number, Waiting>()
  readonly #clients = new Set<PgliteClient>()
  readonly #ready: Promise<unknown>
  #asked = 0
  #ended: Error | undefined

  constructor() {
    super()
    this.#thread.on('message', (answer: Answer) => this.#take(answer))
    this.#thread.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    this.#ready = this.#prepare()
    // Each query waits for this promise and reports its failure.
    this.#ready.catch(() => undefined)
  }

  async query<R>(sql: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
    await this.#ready
    return this.#ask(sql, params)
  }

  async connect(): Promise<PgPoolClient> {
    await this.#ready
    const client = new PgliteClient(this, () => this.#clients.delete(client))
    this.#clients.add(client)
    return client
  }

  /** Stops the thread; what it held is gone, and what still waits for an answer fails. */
  async end(): Promise<void> {
    this.#fail(new Error('the embedded job database is closed'))
    await this.#thread.terminate()
  }

  async #prepare(): Promise<void> {
    await runMigrations({ query: (sql, params) => this.#ask(sql, params) })
    await this.#ask(`SET search_path TO ${DEFAULT_SCHEMA}`)
  }

  #ask(sql: string, params?: readonly unknown[]): Promise<PgQueryResult> {
    if (this.#ended) return Promise.reject(this.#ended)
    const id = this.#asked++
    const waiting: Waiting = Promise.withResolvers()
    this.#waiting.set(id, waiting)
    this.#thread.postMessage({ id, sql, params } satisfies Question)
    return waiting.promise
  }

  #take(answer: Answer): void {
    if ('channel' in answer) {
      for (const client of this.#clients) client.emit('notification', answer)
      return
    }
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('failure' in answer) waiting?.reject(Object.assign(new Error(answer.failure.message), answer.failure))
    else waiting?.resolve(answer)
  }

  #fail(error: Error): void {
    this.#ended ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}

/** A client of the pool; all of them share the one session, and each hears every notification. */
class PgliteClient extends EventEmitter implements PgPoolClient {
  readonly #pool: PglitePool
  readonly release: () => void

  constructor(pool: PglitePool, release: () => void) {
    super()
    this.#pool = pool
    this.release = release
  }

  query<R>(sql: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
    return this.#pool.query(sql, params)
  }
}
