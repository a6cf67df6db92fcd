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

/** It all lies in memory, so the write-ahead log serves no one: it is kept as small as Postgres lets it be. */
const SETTINGS = ['shared_buffers=8MB', 'max_wal_size=32MB', 'min_wal_size=32MB', 'full_page_writes=off', 'fsync=off']

const port = parentPort
if (!port) throw new Error('this file is the body of a thread')

const database = new PGlite({ postgresqlconf: SETTINGS })
const answer = (message: Answer) => port.postMessage(message)
database.onNotification((channel, payload) => answer({ channel, payload }))

port.on('message', async ({ id, sql, params }: Question) => {
  try {
    // A statement without parameters may be a script of many, as BullMQ's migrations are.
    const result = params ? await database.query(sql, [...params]) : (await database.exec(sql)).at(-1)
    answer({ id, rows: result?.rows ?? [], rowCount: result?.rowCount ?? 0 })
  } catch (error) {
    const { message, code, detail } = error as { message: string; code?: string; detail?: string }
    answer({ id, failure: { message, code, detail } })
  }
})
