/**
 * Limits how many threads compute at the same time.
 * One core stays free for web requests, and each thread needs memory.
 */
import { availableParallelism, totalmem } from 'node:os'

/** Memory of a thread while it processes a photo, in bytes, without shared parts. */
const THREAD_BYTES = 512 * 1024 * 1024

/** Returns the number of threads, at least 1. `memory` is in bytes. */
export const threadLimitFor = (cores: number, memory: number): number =>
  Math.max(1, Math.min(cores - 1, Math.floor(memory / THREAD_BYTES)))

/** Returns the memory limit of this process in bytes: the container's, or the machine's. */
function memoryOfProcess(): number {
  // Zero means no limit.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** Number of threads of this process that may compute at once. */
export const THREAD_LIMIT = threadLimitFor(availableParallelism(), memoryOfProcess())
