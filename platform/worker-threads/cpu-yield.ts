/** Gives boards priority: long computations on pool threads call `rest`, which pauses while requests are handled. */
import { isMainThread, workerData } from 'node:worker_threads'

/** Time after a request until most boards show its row, in ms. */
const CLEAR_MS = 10
/**
 * Poll interval while a picture is decoded, in ms.
 * The thread is not notified of its end.
 */
const LOOK_AGAIN_MS = 3
/**
 * Longest rest in a row, in ms.
 * It never exceeds the time worked, and old work does not count.
 */
const MOST_MS = 100

/**
 * Memory shared by a process and its threads.
 * It holds the time of the last request (epoch ms) and the count of pictures being decoded.
 */
type Traffic = Float64Array<SharedArrayBuffer>

const LATEST = 0
const DECODING = 1

/** Traffic of this process, which its pool threads receive. */
export const traffic: Traffic =
  isMainThread || !isTraffic(workerData) ? new Float64Array(new SharedArrayBuffer(16)) : workerData

function isTraffic(data: unknown): data is Traffic {
  return data instanceof Float64Array && data.buffer instanceof SharedArrayBuffer
}

const now = () => performance.timeOrigin + performance.now()

/** Records the arrival of a request. */
export function recordRequest(): void {
  traffic[LATEST] = now()
}

/** Counts a picture as being decoded during `work`, which takes a core. */
export async function whileDecoding<T>(work: () => Promise<T>): Promise<T> {
  count(1)
  try {
    return await work()
  } finally {
    count(-1)
  }
}

const count = (more: number) => {
  traffic[DECODING] = (traffic[DECODING] as number) + more
}

const never = new Int32Array(new SharedArrayBuffer(4))
const clock = { now, wait: (ms: number): unknown => Atomics.wait(never, 0, 0, ms) }

/**
 * Returns a function to call between two steps of long work.
 * It returns once the processor is free, at the latest after as long as the work took.
 * Work so keeps at least half its speed.
 */
export function createYield(traffic: Traffic, { now, wait } = clock): () => void {
  let restedUntil = now()
  let left = 0
  return () => {
    const began = now()
    left = Math.min(MOST_MS, left + began - restedUntil)
    restedUntil = began
    while (left > 0) {
      const clear = (traffic[LATEST] as number) + CLEAR_MS - restedUntil
      const wanted = (traffic[DECODING] as number) > 0 ? LOOK_AGAIN_MS : clear
      if (wanted <= 0) return
      wait(Math.min(wanted, left))
      left -= now() - restedUntil
      restedUntil = now()
    }
  }
}

/** Rests by this thread's traffic. */
export const yieldCpu = createYield(traffic)
