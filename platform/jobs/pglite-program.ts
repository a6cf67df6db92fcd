/** The process that runs the embedded Postgres, so that neither its start nor its queries hold up the boards. */

import type { PgQueryResult } from 'bullmq'
import { ask, openDatabase } from './pglite-cluster.ts'

export interface Question {
  id: number
  sql: string
  params?: readonly unknown[]
}

export type Answer =
  | ({ id: number } & PgQueryResult)
  /** `code` and `detail` are Postgres' own; BullMQ reads its error numbers from them. */
  | { id: number; failure: { message: string; code?: string; detail?: string } }
  | { channel: string; payload: string }

process.on('disconnect', () => process.exit())
// At a terminal Ctrl-C reaches everybody, and a service manager tells everybody: jobs that run are still to end, and then it is told.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

/** Whoever is not there any more to hear it ends this, as a disconnection does. */
const answer = (message: Answer) => process.send?.(message, undefined, undefined, (error) => error && process.exit())
const database = openDatabase()

process.on('message', async ({ id, sql, params }: Question) => {
  try {
    const { rows, rowCount } = await ask(await database, sql, params)
    answer({ id, rows, rowCount })
  } catch (error) {
    const { message, code, detail } = error as { message: string; code?: string; detail?: string }
    answer({ id, failure: { message, code, detail } })
  }
})

const opened = await database
opened.onNotification((channel, payload) => answer({ channel, payload }))
// What it was loaded from lies around several times by then, and a process that waits for jobs would keep it for hours.
setTimeout(() => globalThis.gc?.(), 500)
