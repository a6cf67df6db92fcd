/** The thread that runs the embedded Postgres, so that neither its start nor its queries hold up the boards. */

import { parentPort } from 'node:worker_threads'
import { openDatabase } from './pglite-cluster.ts'

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

const database = await openDatabase()
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
