/**
 * Runs an in-memory Postgres in a child process, with BullMQ's `pg` pool methods.
 * Our own BullMQ backend would save 90 MB, but need some eighty methods.
 */

import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import path from 'node:path'
import {
  ConnectionClosedError,
  DEFAULT_SCHEMA,
  type PgPool,
  type PgPoolClient,
  type PgQueryResult,
  runMigrations,
} from 'bullmq'
import { LOW_MEMORY_ENV, lowerPriority } from '../child-processes.ts'
import type { DatabaseRequest, DatabaseResponse } from './pglite-program.ts'

const PROGRAM = path.join(import.meta.dirname, 'pglite-program.ts')

/**
 * Node flags that save memory.
 * The optimizing compiler needs half a gigabyte for some Postgres functions.
 * Without this compiler, the functions need a sixth of the memory and are fast enough.
 * Flags apply to a whole process, but image processing needs optimized code.
 * The database therefore has its own process.
 */
const SWITCHES = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--max-semi-space-size=2', '--expose-gc']

type DatabaseProcess = ReturnType<typeof openDatabaseProcess>

interface ProcessListeners {
  notification(said: { channel: string; payload: string }): void
  /**
   * Called when the process has ended.
   * Pending queries have failed.
   */
  ended(error: Error): void
}

/** Starts the database process, which answers one query after the other. */
function openDatabaseProcess(hears: ProcessListeners) {
  const child = fork(PROGRAM, { env: LOW_MEMORY_ENV, serialization: 'advanced', execArgv: SWITCHES })
  lowerPriority(child)
  const waiting = new Map<number, PromiseWithResolvers<PgQueryResult>>()
  const { promise: gone, resolve: isGone } = Promise.withResolvers<void>()
  let asked = 0
  let over: Error | undefined

  function end(error: Error): void {
    if (over) return
    over = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    hears.ended(error)
  }

  // After a ConnectionClosedError, BullMQ retries after a pause instead of at once.
  const died = (why: string) => end(new ConnectionClosedError(`the process of the embedded job database ended: ${why}`))
  child.on('error', (error) => died(error.message))
  child.on('disconnect', () => died('it is gone'))
  child.on('exit', (code, signal) => {
    died(String(signal ?? code))
    isGone()
  })
  child.on('message', (answer: DatabaseResponse) => {
    if ('channel' in answer) return hears.notification(answer)
    const question = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('failure' in answer) question?.reject(Object.assign(new Error(answer.failure.message), answer.failure))
    else question?.resolve(answer)
  })

  return {
    pid: child.pid,

    ask(sql: string, params?: readonly unknown[]): Promise<PgQueryResult> {
      if (over) return Promise.reject(over)
      const id = asked++
      const question = Promise.withResolvers<PgQueryResult>()
      waiting.set(id, question)
      child.send({ id, sql, params } satisfies DatabaseRequest, (error) => error && question.reject(error))
      return question.promise
    },

    /**
     * Kills the process.
     * Its data is lost.
     */
    async end(): Promise<void> {
      end(new ConnectionClosedError('the embedded job database is closed'))
      child.kill('SIGKILL')
      if (child.pid !== undefined) await gone
    },
  }
}

/**
 * Statements between cleanups.
 * PGlite has no autovacuum, and every job leaves dead rows and log.
 */
const CLEANUP_INTERVAL_STATEMENTS = 5000

/**
 * Pool with one session that runs one statement at a time.
 * Only BullMQ's migrations use transactions of several statements.
 * The next query restarts a process that ended.
 * Its database is empty, so callers must re-add their jobs.
 */
export class PglitePool extends EventEmitter implements PgPool {
  /** With this option, BullMQ relies on the pool to notice lost connections, and does not poll. */
  readonly options = { keepAlive: true }
  readonly #clients = new Set<PgliteClient>()
  #database: { process: DatabaseProcess; ready: Promise<void> } | undefined
  #asked = 0
  #isEnded = false

  constructor() {
    super()
    this.#open()
  }

  /** Process id of the present database process. */
  get pid(): number | undefined {
    return this.#database?.process.pid
  }

  async query<R>(sql: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
    const { process, ready } = this.#open()
    await ready
    if (++this.#asked % CLEANUP_INTERVAL_STATEMENTS === 0) this.#tidy(process).catch((error) => this.#report(error))
    return process.ask(sql, params)
  }

  async connect(): Promise<PgPoolClient> {
    await this.#open().ready
    const client = new PgliteClient(this, () => this.#clients.delete(client))
    this.#clients.add(client)
    return client
  }

  /**
   * Stops the process.
   * Its data is lost, and pending queries fail.
   */
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
    // Prevents an unhandled rejection, because callers await this promise.
    ready.catch(() => undefined)
    this.#database = { process, ready }
    return this.#database
  }

  /**
   * Tells the clients that the database's process has ended.
   * BullMQ then waits for jobs on a new connection.
   */
  #lost(error: Error): void {
    if (this.#isEnded) return
    this.#database = undefined
    for (const client of [...this.#clients]) if (client.listenerCount('error') > 0) client.emit('error', error)
    this.#report(error)
  }

  /**
   * Runs both cleanup statements one by one.
   * Neither works in a transaction, which several statements in a query form.
   */
  async #tidy(process: DatabaseProcess): Promise<void> {
    await Promise.all([process.ask('VACUUM ANALYZE'), process.ask('CHECKPOINT')])
  }

  /**
   * Emits an error that no query caused.
   * Drops the error after `end`, because an error without a listener would end the process.
   */
  #report(error: unknown): void {
    if (!this.#isEnded && this.listenerCount('error') > 0) this.emit('error', error)
  }
}

/**
 * Migrates the database.
 * A prebuilt database of this version already has all migrations.
 */
async function prepare(process: DatabaseProcess): Promise<void> {
  await runMigrations({ query: (sql, params) => process.ask(sql, params) })
  await process.ask(`SET search_path TO ${DEFAULT_SCHEMA}`)
}

/**
 * Client of the connection pool.
 * All clients share one database session and receive every notification.
 */
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
