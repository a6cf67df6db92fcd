/** Boards go first: what computes for long on a thread of the pool, and calls `rest`, rests while its process is asked for something. */
import { isMainThread, workerData } from 'node:worker_threads'

/** By so many ms after a request its row stands on most boards. */
const CLEAR_MS = 10
/** While a picture is decoded, which nobody tells the thread of when it ends, it looks again after so many ms. */
const LOOK_AGAIN_MS = 3
/** At most so many ms of rest in a row: it rests no longer than it has worked, and what it did long ago does not count. */
const MOST_MS = 100

/** What a process and its threads share: when the latest request came, in ms since 1970, and how many pictures are being decoded. */
type Traffic = Float64Array<SharedArrayBuffer>

const LATEST = 0
const DECODING = 1

/** This process'; a thread of the pool is given it. */
export const traffic: Traffic =
  isMainThread || !isTraffic(workerData) ? new Float64Array(new SharedArrayBuffer(16)) : workerData

function isTraffic(data: unknown): data is Traffic {
  return data instanceof Float64Array && data.buffer instanceof SharedArrayBuffer
}

const now = () => performance.timeOrigin + performance.now()

/** To be told of every request as it comes. */
export function requestCame(): void {
  traffic[LATEST] = now()
}

/** While a picture is decoded the core that is left to pictures is taken. */
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
 * What is to be called between two steps of a long work: it comes back when nobody else needs the processor, and after as long as was
 * worked since in any case. However busy boards are, the work goes on at half its pace.
 */
export function restsFor(traffic: Traffic, { now, wait } = clock): () => void {
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

/** Of this thread. */
export const rest = restsFor(traffic)
