/** What is held in memory: the heap that is in use once all garbage is gone. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of the heap in use, and of buffers outside of it. */
function inUse(): number {
  // The first finds what is dead, of which some is let go only after it; the second takes that too.
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** What work leaves held, in bytes, and what it made. */
export async function heldBy<T>(work: () => T | Promise<T>): Promise<{ bytes: number; made: T }> {
  const before = inUse()
  const made = await work()
  await new Promise(setImmediate)
  return { bytes: inUse() - before, made }
}
