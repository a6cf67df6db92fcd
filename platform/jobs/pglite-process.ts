/** Starts the process of the embedded Postgres and exchanges messages with it. */

import { fork } from 'node:child_process'
import path from 'node:path'
import { ConnectionClosedError, type PgQueryResult } from 'bullmq'
import { LEAN } from '../lean-process.ts'
import { bePatient } from '../niceness.ts'
import type { Answer, Question } from './pglite-program.ts'

const PROGRAM = path.join(import.meta.dirname, 'pglite-program.ts')

/**
 * Node flags against memory use.
 * The optimizing compiler takes half a gigabyte for some functions of Postgres.
 * Simply compiled code takes a sixth and suffices for a few statements a second.
 * Flags apply to a whole process, but image processing needs optimized code.
 * The database therefore has its own process.
 */
const SWITCHES = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--max-semi-space-size=2', '--expose-gc']

export type DatabaseProcess = ReturnType<typeof openDatabaseProcess>

interface Hears {
  notification(said: { channel: string; payload: string }): void
  /**
   * Called when the process has ended.
   * Pending queries have failed.
   */
  ended(error: Error): void
}

/**
 * Starts the process at once.
 * It answers one query after the other.
 */
export function openDatabaseProcess(hears: Hears) {
  const child = fork(PROGRAM, { env: LEAN, serialization: 'advanced', execArgv: SWITCHES })
  bePatient(child)
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

  // BullMQ knows this class and retries after a pause instead of at once.
  const died = (why: string) => end(new ConnectionClosedError(`the process of the embedded job database ended: ${why}`))
  child.on('error', (error) => died(error.message))
  child.on('disconnect', () => died('it is gone'))
  child.on('exit', (code, signal) => {
    died(String(signal ?? code))
    isGone()
  })
  child.on('message', (answer: Answer) => {
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
      child.send({ id, sql, params } satisfies Question, (error) => error && question.reject(error))
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
