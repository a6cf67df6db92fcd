/** Child process with the embedded Postgres, which must not block web requests. */

import type { PgQueryResult } from 'bullmq'
import { openPgliteDatabase, runSql } from './pglite-cluster.ts'

export interface DatabaseRequest {
  id: number
  sql: string
  params?: readonly unknown[]
}

export type DatabaseResponse =
  | ({ id: number } & PgQueryResult)
  /**
   * `code` and `detail` come from Postgres.
   * BullMQ reads its error numbers from them.
   */
  | { id: number; failure: { message: string; code?: string; detail?: string } }
  | { channel: string; payload: string }

process.on('disconnect', () => process.exit())
// Ignores signals, which terminals and service managers send to all processes.
// The parent process stops this process after the running jobs have ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

/**
 * Sends a message to the parent process.
 * Exits if the parent process is gone.
 */
const answer = (message: DatabaseResponse) =>
  process.send?.(message, undefined, undefined, (error) => error && process.exit())
const database = openPgliteDatabase()

process.on('message', async ({ id, sql, params }: DatabaseRequest) => {
  try {
    const { rows, rowCount } = await runSql(await database, sql, params)
    answer({ id, rows, rowCount })
  } catch (error) {
    const { message, code, detail } = error as { message: string; code?: string; detail?: string }
    answer({ id, failure: { message, code, detail } })
  }
})

const opened = await database
opened.onNotification((channel, payload) => answer({ channel, payload }))
// Collects garbage once after the start, when the memory contains several copies of the database.
// Without this, an idle process would not free them for hours.
setTimeout(() => globalThis.gc?.(), 500)
