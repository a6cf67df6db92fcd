/** The history's own thread: there while there is something to take in, and gone a while after. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { StoredEvent } from '../event-store/event-store.ts'

/** What it holds in memory is given back when nobody has asked for so long. */
const IDLE_MS = 60_000

export interface Thread {
  take(events: readonly StoredEvent[]): Promise<void>
  close(): Promise<void>
}

/** For the history in `file`. */
export function createThread(file: string): Thread {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  return {
    async take(events) {
      clearTimeout(idle)
      if (!worker) {
        worker = new Worker(new URL('./taker.ts', import.meta.url), { workerData: file })
        worker.unref()
      }
      const taking = worker
      const heard = new AbortController()
      try {
        taking.postMessage(events)
        // What is thrown there rejects this as 'error'; one that is ended meanwhile says nothing more.
        await Promise.race([once(taking, 'message', heard), once(taking, 'exit', heard).then(ended)])
      } catch (error) {
        if (worker === taking) worker = undefined
        throw error
      } finally {
        heard.abort()
      }
      idle = setTimeout(() => void end(), IDLE_MS)
      idle.unref()
    },
    async close() {
      clearTimeout(idle)
      await end()
    },
  }
}

function ended(): never {
  throw new Error('The history was closed while events were taken in.')
}
