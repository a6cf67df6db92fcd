/** The thread that runs the embedded Postgres, so that neither its start nor its queries hold up the boards. */

import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

export interface Question {
  id: number
  sql: string
  params?: readonly unknown[]
}

export type Answer =
  | { id: number; rows: unknown[]; rowCount: number }
  /** `code` and `detail` are Postgres' own; BullMQ reads its error numbers from them. */
  | { id: number; failure: { message: string; code?: string; detail?: string } }
  | { channel: string; payload: string }

const port = parentPort
if (!port) throw new Error('this file is the body of a thread')

/** It all lies in memory, so the write-ahead log serves no one: it is kept as small as Postgres lets it be. */
const SETTINGS = ['shared_buffers=8MB', 'max_wal_size=32MB', 'min_wal_size=32MB', 'full_page_writes=off', 'fsync=off']
/** A Postgres in process tidies nothing by itself, while a queue leaves dead rows and log behind with every job. */
const TIDY_EVERY = 5000

const database = new PGlite({ postgresqlconf: SETTINGS })
let asked = 0
/** Each alone: neither may stand in a transaction, and a script of two is one. */
const tidy = async () => {
  await database.exec('VACUUM ANALYZE')
  await database.exec('CHECKPOINT')
}
const answer = (message: Answer) => port.postMessage(message)
database.onNotification((channel, payload) => answer({ channel, payload }))

port.on('message', async ({ id, sql, params }: Question) => {
  try {
    // A statement without parameters may be a script of many, as BullMQ's migrations are.
    const result = params ? await database.query(sql, [...params]) : (await database.exec(sql)).at(-1)
    answer({ id, rows: result?.rows ?? [], rowCount: result?.rowCount ?? 0 })
    if (++asked % TIDY_EVERY === 0) await tidy()
  } catch (error) {
    const { message, code, detail } = error as { message: string; code?: string; detail?: string }
    answer({ id, failure: { message, code, detail } })
  }
})
