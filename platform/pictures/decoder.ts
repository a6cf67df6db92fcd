/** Runs picture tasks in a child process, which starts on demand. */

import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { LOW_MEMORY_ENV, lowerPriority } from '../child-processes.ts'
import type { PictureTask, TaskFailure, TaskRequest, TaskResponse, TaskResults } from './tasks.ts'

/** Thrown if a picture itself prevents its decoding. */
export class UndecodablePicture extends Error {}

/**
 * Thrown for each picture that was in a decoder process when the process ended.
 * Any of several pictures may have ended it.
 */
class EndedTogether extends Error {}

type DoneOf<T extends PictureTask> = TaskResults[T['does']]

export interface Decoder {
  /**
   * Runs a task with pictures in another process.
   * Throws UndecodablePicture if the picture is unreadable, or crashed or blocked the process.
   * The process's other tasks are then repeated one by one.
   */
  decode<T extends PictureTask>(task: T): Promise<DoneOf<T>>
}

/**
 * Environment of the process that decodes pictures.
 * Its thread pool leaves one processor core to web requests.
 */
const ENVIRONMENT = { ...LOW_MEMORY_ENV, UV_THREADPOOL_SIZE: String(Math.max(1, availableParallelism() - 1)) }
/** The heap for new objects is small, because there is little short-lived garbage. */
const SWITCHES = ['--max-semi-space-size=1']
const IDLE_MS = 10_000
/**
 * Time limit of a decoding task, in ms.
 * Pictures of allowed size take less, and the picture library has a shorter limit.
 */
export const TASK_TIMEOUT_MS = 180_000

interface Waiting {
  resolve(done: TaskResults[keyof TaskResults]): void
  reject(error: Error): void
  timer: NodeJS.Timeout
  /** Whether another task ran beside this one at any time. */
  hadCompany: boolean
}

/**
 * Creates a decoder of pictures, which runs `program` in child processes.
 * `program` gets the data folder as its argument.
 */
export function createDecoder(program: string, dataDir: string): Decoder {
  const [shared, single] = [openProcess(program, dataDir), openProcess(program, dataDir)]
  const alone = pLimit(1)
  return {
    async decode<T extends PictureTask>(task: T): Promise<DoneOf<T>> {
      try {
        return await shared<T>(task)
      } catch (error) {
        if (error instanceof EndedTogether) return alone(() => single<T>(task))
        throw error
      }
    },
  }
}

/**
 * Returns a function that runs decoding tasks in another process.
 * The process starts when it is needed, and ends when it is idle.
 */
function openProcess(program: string, dataDir: string): <T extends PictureTask>(task: T) => Promise<DoneOf<T>> {
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let asked = 0

  const sendAway = () => {
    const idler = child
    child = undefined
    idler?.disconnect()
  }

  const settle = (id: number, how: (one: Waiting) => void) => {
    const one = waiting.get(id)
    if (!one) return
    waiting.delete(id)
    clearTimeout(one.timer)
    how(one)
    if (waiting.size > 0) return
    // An idle child must not keep this process alive.
    child?.channel?.unref()
    idle = setTimeout(sendAway, IDLE_MS).unref()
  }

  function start(): ChildProcess {
    const started = fork(program, [dataDir], { env: ENVIRONMENT, serialization: 'advanced', execArgv: SWITCHES })
    started.unref()
    lowerPriority(started)
    started.on('message', (answer: TaskResponse) =>
      settle(answer.id, ({ resolve, reject }) =>
        'why' in answer ? reject(failureOf(answer)) : resolve(copyBytes(answer.done)),
      ),
    )
    const ended = (errorOf: (one: Waiting) => Error) => {
      // Ignores the end of a process that another one has already replaced.
      // The ended process has no pending tasks.
      // Without this check, the tasks of the new process would be rejected.
      if (child !== started) return
      child = undefined
      for (const id of waiting.keys()) settle(id, (one) => one.reject(errorOf(one)))
    }
    const ENDED = 'the decoding process ended'
    started.on('disconnect', () =>
      ended(({ hadCompany }) => (hadCompany ? new EndedTogether(ENDED) : new UndecodablePicture(ENDED))),
    )
    // An 'error' event means that the child process failed to start, not that the picture is bad.
    started.on('error', (error) => ended(() => error))
    return started
  }

  return <T extends PictureTask>(task: T) => {
    clearTimeout(idle)
    child ??= start()
    child.channel?.ref()
    const id = asked++
    const { promise, resolve, reject } = Promise.withResolvers<DoneOf<T>>()
    const giveUp = () => {
      settle(id, (one) => one.reject(new UndecodablePicture('it took too long')))
      // No further task may get this process, which ends a moment later.
      const blocked = child
      child = undefined
      blocked?.kill('SIGKILL')
      for (const other of waiting.keys())
        settle(other, (one) => one.reject(new EndedTogether('another picture took too long')))
    }
    const timer = setTimeout(giveUp, TASK_TIMEOUT_MS)
    const hadCompany = waiting.size > 0
    for (const other of waiting.values()) other.hadCompany = true
    waiting.set(id, { resolve: (done) => resolve(done as DoneOf<T>), reject, timer, hadCompany })
    child.send({ id, task } satisfies TaskRequest, (error) => error && settle(id, (one) => one.reject(error)))
    return promise
  }
}

/**
 * Converts a task's failure to an error.
 * Returns a system error if reading or writing failed, otherwise UndecodablePicture.
 */
const failureOf = ({ why, code }: TaskFailure) =>
  code === undefined ? new UndecodablePicture(why) : Object.assign(new Error(why), { code })

/**
 * Copies the received bytes.
 * Otherwise they would keep the message channel's whole buffer in memory.
 */
const copyBytes = (done: TaskResults[keyof TaskResults]) => (done instanceof Uint8Array ? new Uint8Array(done) : done)
