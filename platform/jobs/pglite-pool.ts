/** A Postgres in memory, in a thread of its own, behind the few methods of a `pg` pool that BullMQ calls. */

import { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  ConnectionClosedError,
  DEFAULT_SCHEMA,
  type PgPool,
  type PgPoolClient,
  type PgQueryResult,
  runMigrations,
} from 'bullmq'
import type { Answer, Question } from './pglite-thread.ts'

type Waiting = PromiseWithResolvers<PgQueryResult>

/** A Postgres in process tidies nothing by itself, while a queue leaves dead rows and log behind with every job. */
const TIDY_EVERY = 5000

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
  readonly #ready: Promise<void>
  #asked = 0
  #ended: Error | undefined

  constructor() {
    super()
    this.#thread.on('message', (answer: Answer) => this.#take(answer))
    this.#thread.on('error', (error) => {
      // BullMQ knows this class: it tries again after a while instead of at once, for ever.
      this.#stop(new ConnectionClosedError(`the thread of the embedded job database died: ${error}`))
      this.#report(error)
    })
    this.#ready = this.#prepare()
    // Whoever asks waits for this promise and gets its failure.
    this.#ready.catch(() => undefined)
  }

  async query<R>(sql: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
    await this.#ready
    if (this.#asked % TIDY_EVERY === 0) this.#tidy().catch((error) => this.#report(error))
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
    this.#stop(new ConnectionClosedError('the embedded job database is closed'))
    await this.#thread.terminate()
  }

  async #prepare(): Promise<void> {
    await runMigrations({ query: (sql, params) => this.#ask(sql, params) })
    await this.#ask(`SET search_path TO ${DEFAULT_SCHEMA}`)
  }

  /** Each alone: neither may stand in a transaction, and a script of two is one. */
  async #tidy(): Promise<void> {
    await Promise.all([this.#ask('VACUUM ANALYZE'), this.#ask('CHECKPOINT')])
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

  #stop(error: Error): void {
    this.#ended ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }

  /** Failures of its own making; whoever uses the pool listens. After `end` there is no one left to tell. */
  #report(error: unknown): void {
    if (this.listenerCount('error') > 0) this.emit('error', error)
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
