/** A Postgres in memory, in a process of its own, behind the few methods of a `pg` pool that BullMQ calls. */

import { EventEmitter } from 'node:events'
import {
  ConnectionClosedError,
  DEFAULT_SCHEMA,
  type PgPool,
  type PgPoolClient,
  type PgQueryResult,
  runMigrations,
} from 'bullmq'
import { type DatabaseProcess, openDatabaseProcess } from './pglite-process.ts'

/** A Postgres in process tidies nothing by itself, while a queue leaves dead rows and log behind with every job. */
const TIDY_EVERY = 5000

/**
 * There is one session, and it answers one statement after the other. That is enough: once the tables are made (the one
 * transaction of several statements, run before any other query) each thing BullMQ does is one statement. A process that
 * ended is begun again by the next query, and is empty: whoever relies on what is queued asks for it again.
 */
export class PglitePool extends EventEmitter implements PgPool {
  /** Tells BullMQ that a lost connection would be noticed, so that it need not ask again and again. */
  readonly options = { keepAlive: true }
  readonly #clients = new Set<PgliteClient>()
  #database: { process: DatabaseProcess; ready: Promise<void> } | undefined
  #asked = 0
  #isEnded = false

  constructor() {
    super()
    this.#open()
  }

  /** Of the process as it is now. */
  get pid(): number | undefined {
    return this.#database?.process.pid
  }

  async query<R>(sql: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
    const { process, ready } = this.#open()
    await ready
    if (++this.#asked % TIDY_EVERY === 0) this.#tidy(process).catch((error) => this.#report(error))
    return process.ask(sql, params)
  }

  async connect(): Promise<PgPoolClient> {
    await this.#open().ready
    const client = new PgliteClient(this, () => this.#clients.delete(client))
    this.#clients.add(client)
    return client
  }

  /** Stops the process; what it held is gone, and what still waits for an answer fails. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#database?.process.end()
  }

  #open() {
    if (this.#isEnded) throw new ConnectionClosedError('the embedded job database is closed')
    if (this.#database) return this.#database
    const process = openDatabaseProcess({
      notification: (said) => {
        for (const client of this.#clients) client.emit('notification', said)
      },
      ended: (error) => this.#lost(error),
    })
    const ready = prepare(process)
    // Whoever asks waits for this promise and gets its failure.
    ready.catch(() => undefined)
    this.#database = { process, ready }
    return this.#database
  }

  /** BullMQ listens anew when it hears that the client it listens by is broken. */
  #lost(error: Error): void {
    if (this.#isEnded) return
    this.#database = undefined
    for (const client of [...this.#clients]) if (client.listenerCount('error') > 0) client.emit('error', error)
    this.#report(error)
  }

  /** Each alone: neither may stand in a transaction, and a script of two is one. */
  async #tidy(process: DatabaseProcess): Promise<void> {
    await Promise.all([process.ask('VACUUM ANALYZE'), process.ask('CHECKPOINT')])
  }

  /** Failures of its own making; whoever uses the pool listens. After `end` there is no one left to tell. */
  #report(error: unknown): void {
    if (!this.#isEnded && this.listenerCount('error') > 0) this.emit('error', error)
  }
}

/** A build has made the tables already, where it was of this version. */
async function prepare(process: DatabaseProcess): Promise<void> {
  await runMigrations({ query: (sql, params) => process.ask(sql, params) })
  await process.ask(`SET search_path TO ${DEFAULT_SCHEMA}`)
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
