/** Gives web requests priority: long computations call `yieldCpu`, which pauses during requests. */
import { isMainThread, workerData } from 'node:worker_threads'

/**
 * Time in ms for which background work pauses after the latest request.
 * After this time, most screens show the effect of the request.
 */
const CLEAR_MS = 10
/**
 * Interval in ms at which a pausing thread checks for picture decoding.
 * Nothing notifies it when decoding ends.
 */
const LOOK_AGAIN_MS = 3
/**
 * Maximum length of a pause, in ms.
 * A pause is also never longer than the work since the last pause.
 */
const MOST_MS = 100

/**
 * Memory shared with threads.
 * It has the last request's time (epoch ms) and the count of decoding pictures.
 */
type SharedActivity = Float64Array<SharedArrayBuffer>

const LATEST = 0
const DECODING = 1

/**
 * Memory that all threads share.
 * It has the time of the latest web request, and the number of pictures being decoded.
 */
export const sharedActivity: SharedActivity =
  isMainThread || !isTraffic(workerData) ? new Float64Array(new SharedArrayBuffer(16)) : workerData

function isTraffic(data: unknown): data is SharedActivity {
  return data instanceof Float64Array && data.buffer instanceof SharedArrayBuffer
}

const now = () => performance.timeOrigin + performance.now()

export function recordRequest(): void {
  sharedActivity[LATEST] = now()
}

/** Runs `work` and counts it as a picture that is being decoded, which occupies a processor core. */
export async function trackDecoding<T>(work: () => Promise<T>): Promise<T> {
  count(1)
  try {
    return await work()
  } finally {
    count(-1)
  }
}

const count = (more: number) => {
  sharedActivity[DECODING] = (sharedActivity[DECODING] as number) + more
}

const never = new Int32Array(new SharedArrayBuffer(4))
const clock = { now, wait: (ms: number): unknown => Atomics.wait(never, 0, 0, ms) }

/**
 * Returns a function that long work calls between its steps.
 * It waits while requests or picture decoding need the processor, but no longer than the work took.
 */
export function createCpuYield(sharedActivity: SharedActivity, { now, wait } = clock): () => void {
  let restedUntil = now()
  let left = 0
  return () => {
    const began = now()
    left = Math.min(MOST_MS, left + began - restedUntil)
    restedUntil = began
    while (left > 0) {
      const clear = (sharedActivity[LATEST] as number) + CLEAR_MS - restedUntil
      const wanted = (sharedActivity[DECODING] as number) > 0 ? LOOK_AGAIN_MS : clear
      if (wanted <= 0) return
      wait(Math.min(wanted, left))
      left -= now() - restedUntil
      restedUntil = now()
    }
  }
}

/** Pauses long work while the process has requests to answer or pictures to decode. */
export const yieldCpu = createCpuYield(sharedActivity)
