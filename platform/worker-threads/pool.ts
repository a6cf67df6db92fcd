/**
 * Worker threads for long computations.
 * They leave the main thread free for web requests.
 */

import { availableParallelism, totalmem } from 'node:os'
import { Piscina } from 'piscina'
import { NICE_VALUES } from '../child-processes.ts'
import { sharedActivity } from './cpu-yield.ts'
import type { ThreadOutcome, ThreadTask } from './thread.ts'

const THREAD = new URL('./thread.ts', import.meta.url).href

/** Memory that a thread needs to process a photo, in bytes, without memory shared by threads. */
const THREAD_BYTES = 512 * 1024 * 1024

/**
 * Returns the maximum number of worker threads, at least 1.
 * `memory` is the memory of the process in bytes.
 */
export const threadLimitOf = (cores: number, memory: number): number =>
  Math.max(1, Math.min(cores - 1, Math.floor(memory / THREAD_BYTES)))

/** Returns this process's memory limit in bytes: the container's or machine's. */
function memoryOfProcess(): number {
  // A value of 0 means that the process has no memory limit.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Limit of threads that compute at once.
 * One core stays free for web requests.
 */
export const MAX_COMPUTE_THREADS = threadLimitOf(availableParallelism(), memoryOfProcess())

/** At least two threads, so quick work need not wait for long work. */
const THREADS = Math.max(2, MAX_COMPUTE_THREADS)
/** Idle time before a thread and its loaded models end, in ms. */
const IDLE_MS = 60_000
/** Heap limit of a thread in MB; model weights are outside the heap. */
const HEAP_MB = 512

/**
 * Thrown for a task that was ended or refused because the thread pool closes.
 * The task did not fail; it is repeated after the restart.
 */
export class WorkerThreadPoolClosed extends Error {}

const CLOSED = 'The pool is closed.'

interface RunOptions {
  signal?: AbortSignal
  patient?: boolean
}

export interface WorkerThreadPool {
  /**
   * Runs the default function of the module `program` on `data`.
   * Rethrows its errors, with their codes.
   * A crash of its thread, such as a full heap, fails only this run.
   * A single huge allocation ends the process, so programs must limit input.
   * An abort stops the run at once.
   * `data` is copied, so pass large data in a file.
   * Runs with `patient` share one low-priority thread, in turn.
   */
  run<Data, Answer>(program: URL, data: Data, how?: RunOptions): Promise<Answer>
  /**
   * Stops the pool and its work.
   * Runs in progress and later calls of `run` reject with WorkerThreadPoolClosed.
   */
  close(): Promise<void>
}

interface PoolOptions {
  threads?: number
  heapMb?: number
  idleMs?: number | undefined
}

/**
 * Opens the pool.
 * `heapMb` limits each thread; threads end after `idleMs` without work.
 * The first run starts threads.
 */
export function openWorkerThreadPool({
  threads = THREADS,
  heapMb = HEAP_MB,
  idleMs = IDLE_MS,
}: PoolOptions = {}): WorkerThreadPool {
  const quickly = threadsOf(threads, NICE_VALUES.quick, { heapMb, idleMs })
  const patiently = threadsOf(1, NICE_VALUES.patient, { heapMb, idleMs })
  let closed = false
  /** Settles when the last low-priority task (option `patient`) has ended. */
  let ended: Promise<unknown> = Promise.resolve()

  async function runIn<Answer>(pool: Piscina, program: URL, data: unknown, { signal }: RunOptions) {
    if (closed) throw new WorkerThreadPoolClosed(CLOSED)
    const task: ThreadTask = { program: program.href, data }
    try {
      const outcome: ThreadOutcome = await pool.run(task, { signal })
      if ('error' in outcome) throw Object.assign(Object(outcome.error), outcome.codes)
      return outcome.answer as Answer
    } catch (error) {
      throw closed ? new WorkerThreadPoolClosed(CLOSED, { cause: error }) : error
    }
  }

  return {
    run<Data, Answer>(program: URL, data: Data, how: RunOptions = {}) {
      if (!how.patient) return runIn<Answer>(quickly, program, data, how)
      // A low-priority run (`patient`) waits until all earlier low-priority runs have ended.
      // It does not wait in the thread pool, whose queue would stall if a run ended its thread.
      const run = ended.then(() => runIn<Answer>(patiently, program, data, how))
      ended = run.catch(() => undefined)
      return run
    },
    async close() {
      closed = true
      await Promise.all([quickly.destroy(), patiently.destroy()])
    },
  }
}

function threadsOf(count: number, niceness: number, { heapMb, idleMs }: { heapMb: number; idleMs: number }): Piscina {
  const pool = new Piscina({
    filename: THREAD,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: idleMs,
    niceIncrement: niceness,
    workerData: sharedActivity,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // Ignores the thread pool's errors, because each task receives its own error.
  return pool.on('error', () => undefined)
}
