/** Has pictures decoded in a process of their own, which begins with the first and ends when there have been none for a while. */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { LEAN } from '../lean-process.ts'
import { bePatient } from '../niceness.ts'
import type { Answered, Asked, Done, Failed, Task } from './tasks.ts'

/** A picture that could not be decoded, for a reason of its own. */
export class NotDecoded extends Error {}

/** Its process ended while it was at other pictures too: nobody knows which of them ended it. */
class EndedTogether extends Error {}

type DoneOf<T extends Task> = Done[T['does']]

export interface Decoder {
  /**
   * Throws NotDecoded for what can't be read, also where reading it ended or held up the process. Others that the process was at are
   * decoded once more, each alone.
   */
  decode<T extends Task>(task: T): Promise<DoneOf<T>>
}

/** One core is left to the boards, however many pictures are decoded at once. */
const ENVIRONMENT = { ...LEAN, UV_THREADPOOL_SIZE: String(Math.max(1, availableParallelism() - 1)) }
/** What its JavaScript makes is little, and garbage soon. */
const SWITCHES = ['--max-semi-space-size=1']
const IDLE_MS = 10_000
/** Longer than anything within the limits takes; the library stops by itself before that. */
const PATIENCE_MS = 60_000

interface Waiting {
  resolve(done: never): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/** `program` is told the folder. */
export function createDecoder(program: string, dataDir: string): Decoder {
  const [shared, single] = [openProcess(program, dataDir), openProcess(program, dataDir)]
  const alone = pLimit(1)
  return {
    async decode<T extends Task>(task: T): Promise<DoneOf<T>> {
      try {
        return await shared<T>(task)
      } catch (error) {
        if (error instanceof EndedTogether) return alone(() => single<T>(task))
        throw error
      }
    },
  }
}

/** A process that begins with the first task and is sent away when there have been none for a while. */
function openProcess(program: string, dataDir: string): <T extends Task>(task: T) => Promise<DoneOf<T>> {
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
    // A process that waits for work keeps nobody alive.
    child?.channel?.unref()
    idle = setTimeout(sendAway, IDLE_MS).unref()
  }

  function start(): ChildProcess {
    const started = fork(program, [dataDir], { env: ENVIRONMENT, serialization: 'advanced', execArgv: SWITCHES })
    started.unref()
    bePatient(started)
    started.on('message', (answer: Answered) =>
      settle(answer.id, ({ resolve, reject }) =>
        'why' in answer ? reject(failureOf(answer)) : resolve(owned(answer.done) as never),
      ),
    )
    const ended = (error: Error) => {
      // Of one that was sent away nobody waits for anything, and another may be at work by then.
      if (child !== started) return
      child = undefined
      for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error))
    }
    const ENDED = 'the process that decodes ended'
    started.on('disconnect', () => ended(waiting.size > 1 ? new EndedTogether(ENDED) : new NotDecoded(ENDED)))
    // It could not be started: not the picture's fault.
    started.on('error', ended)
    return started
  }

  return <T extends Task>(task: T) => {
    clearTimeout(idle)
    child ??= start()
    child.channel?.ref()
    const id = asked++
    const { promise, resolve, reject } = Promise.withResolvers<DoneOf<T>>()
    const giveUp = () => {
      settle(id, (one) => one.reject(new NotDecoded('it took too long')))
      child?.kill('SIGKILL')
    }
    const timer = setTimeout(giveUp, PATIENCE_MS)
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer })
    child.send({ id, task } satisfies Asked, (error) => error && settle(id, (one) => one.reject(error)))
    return promise
  }
}

/** Of the picture, or of what it was to be read from or written to. */
const failureOf = ({ why, code }: Failed) =>
  code === undefined ? new NotDecoded(why) : Object.assign(new Error(why), { code })

/** What comes by the channel lies in the channel's own memory: what is kept would keep all of that. */
const owned = (done: Done[keyof Done]) => (done instanceof Uint8Array ? new Uint8Array(done) : done)
