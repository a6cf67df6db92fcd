/** Worker threads for what computes long: nothing of it runs on the thread that serves boards. */
import { Piscina } from 'piscina'
import { NICENESS } from '../niceness.ts'
import { traffic } from './right-of-way.ts'
import { SIDE_BY_SIDE } from './side-by-side.ts'

/** A second one for what is quick, while the first is at something long. */
const THREADS = Math.max(2, SIDE_BY_SIDE)
/** What a thread has loaded, such as a model, stays for so long. */
const IDLE_MS = 60_000
/** MB of a thread's heap; a model's numbers lie beside it. */
const HEAP_MB = 512

/** A run that the closing of its pool ended or kept from beginning: it says nothing of the work, which is done again after the restart. */
export class PoolClosed extends Error {}

const CLOSED = 'The pool is closed.'

interface How {
  signal?: AbortSignal
  patient?: boolean
}

export interface Pool {
  /**
   * What the default function of a module answers to `data`. `program`: the module's address. Throws what it throws; what ends
   * its thread, such as a memory that fills, fails this run alone; one allocation far beyond the heap's limit ends the process,
   * so that what a program is given has its own limits. Aborted, it stops where it is. `data` is copied: what is large lies in
   * a file, which the program reads. What is patient has a thread of its own, one such run after the other, and leaves the processor
   * to everything else.
   */
  run<Data, Answer>(program: URL, data: Data, how?: How): Promise<Answer>
  /** Stops what runs: with PoolClosed, as is whatever is to run afterwards. */
  close(): Promise<void>
}

/** `heapMb`: of each thread. The threads begin with the first run and end when there was none for a while. */
export function openPool({ threads = THREADS, heapMb = HEAP_MB } = {}): Pool {
  const quickly = threadsOf(threads, NICENESS.quick, heapMb)
  const patiently = threadsOf(1, NICENESS.patient, heapMb)
  let closed = false
  /** Settles when the latest of the patient runs has ended. */
  let ended: Promise<unknown> = Promise.resolve()

  async function runIn<Answer>(pool: Piscina, program: URL, data: unknown, { signal }: How) {
    if (closed) throw new PoolClosed(CLOSED)
    const how = { filename: program.href, ...(signal && { signal }) }
    try {
      return (await pool.run(data, how)) as Answer
    } catch (error) {
      throw closed ? new PoolClosed(CLOSED, { cause: error }) : error
    }
  }

  return {
    run<Data, Answer>(program: URL, data: Data, how: How = {}) {
      if (!how.patient) return runIn<Answer>(quickly, program, data, how)
      // What the pool itself had waiting behind a run that ends its thread would wait on.
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

function threadsOf(count: number, niceness: number, heapMb: number): Piscina {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: count,
    idleTimeout: IDLE_MS,
    niceIncrement: niceness,
    workerData: traffic,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // Each run is told of its own failure.
  return pool.on('error', () => undefined)
}
