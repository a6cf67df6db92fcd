/** Runs picture tasks in a child process, which starts with the first task and stops when idle. */

import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { LOW_MEMORY_ENV, lowerPriority } from '../child-processes.ts'
import type { PictureTask, TaskFailure, TaskRequest, TaskResponse, TaskResults } from './tasks.ts'

/** Thrown if a picture itself prevents its decoding. */
export class UndecodablePicture extends Error {}

/** Thrown for each of several pictures whose process ended. Any of them may have caused the end. */
class EndedTogether extends Error {}

type DoneOf<T extends PictureTask> = TaskResults[T['does']]

export interface Decoder {
  /**
   * Runs a task.
   * Throws UndecodablePicture for an unreadable picture, even if it crashed or blocked the process.
   * Other tasks of that process are repeated, each alone.
   */
  decode<T extends PictureTask>(task: T): Promise<DoneOf<T>>
}

/** Environment of the decoder process. Its thread pool leaves one core to web requests. */
const ENVIRONMENT = { ...LOW_MEMORY_ENV, UV_THREADPOOL_SIZE: String(Math.max(1, availableParallelism() - 1)) }
/** Small heap for new objects: the process creates little garbage, and only short-lived. */
const SWITCHES = ['--max-semi-space-size=1']
const IDLE_MS = 10_000
/** Time limit of a task, in ms. Any allowed picture takes less, and the library's own limit is shorter. */
const TASK_TIMEOUT_MS = 180_000

interface Waiting {
  resolve(done: TaskResults[keyof TaskResults]): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/** Creates a decoder. The child process `program` receives the data folder as its argument. */
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

/** Returns a function that runs tasks in a process, which starts with the first task and stops when idle. */
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
    const ended = (error: Error) => {
      // Skip: this process was already replaced and has no pending tasks. Its successor may run.
      if (child !== started) return
      child = undefined
      for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error))
    }
    const ENDED = 'the decoding process ended'
    started.on('disconnect', () => ended(waiting.size > 1 ? new EndedTogether(ENDED) : new UndecodablePicture(ENDED)))
    // An error means that the process could not start. The picture is not the reason.
    started.on('error', ended)
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
      child?.kill('SIGKILL')
    }
    const timer = setTimeout(giveUp, TASK_TIMEOUT_MS)
    waiting.set(id, { resolve: (done) => resolve(done as DoneOf<T>), reject, timer })
    child.send({ id, task } satisfies TaskRequest, (error) => error && settle(id, (one) => one.reject(error)))
    return promise
  }
}

/**
 * Returns the error of a failed task: a system error if a file could not be read or written, otherwise the picture's
 * error.
 */
const failureOf = ({ why, code }: TaskFailure) =>
  code === undefined ? new UndecodablePicture(why) : Object.assign(new Error(why), { code })

/** Copies received bytes. The original bytes would keep the channel's whole buffer in memory. */
const copyBytes = (done: TaskResults[keyof TaskResults]) => (done instanceof Uint8Array ? new Uint8Array(done) : done)
