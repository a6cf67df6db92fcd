/** Begins the process of the embedded Postgres, asks it and hears what it says of itself. */

import { fork } from 'node:child_process'
import path from 'node:path'
import { ConnectionClosedError, type PgQueryResult } from 'bullmq'
import { LEAN } from '../lean-process.ts'
import { bePatient } from '../niceness.ts'
import type { Answer, Question } from './pglite-program.ts'

const PROGRAM = path.join(import.meta.dirname, 'pglite-program.ts')

/**
 * The optimizing compiler takes half a gigabyte for some functions of Postgres, which is more than all else together and for a database
 * that answers a few statements a second; as code that is compiled simply it takes a sixth. These switches hold for whole processes,
 * and photos are looked at by code that is to be compiled well: one reason why this is a process.
 */
const SWITCHES = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--max-semi-space-size=2', '--expose-gc']

export type DatabaseProcess = ReturnType<typeof openDatabaseProcess>

interface Hears {
  notification(said: { channel: string; payload: string }): void
  /** It ended, by itself or because it was ended; what waited for an answer has failed. */
  ended(error: Error): void
}

/** Begins at once. Of its own it answers only what it is asked, one question after the other. */
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

  // BullMQ knows this class: it tries again after a while instead of at once, for ever.
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

    /** Ends it at once; what it held is gone. */
    async end(): Promise<void> {
      end(new ConnectionClosedError('the embedded job database is closed'))
      child.kill('SIGKILL')
      if (child.pid !== undefined) await gone
    },
  }
}
