/** Worker threads for what computes long: nothing of it runs on the thread that serves boards. */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'

/** A second one for what is quick, while the first is at something long. */
const THREADS = Math.max(2, availableParallelism() - 1)
/** What a thread has loaded, such as a model, stays for so long. */
const IDLE_MS = 60_000
/** MB of a thread's heap; a model's numbers lie beside it. */
const HEAP_MB = 512
/** Boards go first where there are more threads than cores. */
const NICENESS = 5

/** A run that the closing of its pool ended or kept from beginning: it says nothing of the work, which is done again after the restart. */
export class PoolClosed extends Error {}

const CLOSED = 'The pool is closed.'

export interface Pool {
  /**
   * What the default function of a module answers to `data`. `program`: the module's address. Throws what it throws; what ends
   * its thread, such as a memory that fills, fails this run alone; one allocation far beyond the heap's limit ends the process,
   * so that what a program is given has its own limits. Aborted, it stops where it is. What is in `gives` (large buffers of `data`) is
   * the thread's from then on: nothing of it is copied.
   */
  run<Data, Answer>(program: URL, data: Data, how?: { signal?: AbortSignal; gives?: ArrayBuffer[] }): Promise<Answer>
  /** Stops what runs: with PoolClosed, as is whatever is to run afterwards. */
  close(): Promise<void>
}

/** `heapMb`: of each thread. The threads begin with the first run and end when there was none for a while. */
export function openPool({ threads = THREADS, heapMb = HEAP_MB } = {}): Pool {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    niceIncrement: NICENESS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // Each run is told of its own failure.
  pool.on('error', () => undefined)
  let closed = false
  return {
    async run(program, data, { signal, gives = [] } = {}) {
      if (closed) throw new PoolClosed(CLOSED)
      try {
        return await pool.run(data, { filename: program.href, transferList: gives, ...(signal && { signal }) })
      } catch (error) {
        throw closed ? new PoolClosed(CLOSED, { cause: error }) : error
      }
    },
    close() {
      closed = true
      return pool.destroy()
    },
  }
}
