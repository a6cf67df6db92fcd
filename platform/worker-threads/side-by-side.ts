/** Counts how much may compute side by side: one core is left to the boards, and each thread has memory to itself. */
import { availableParallelism, totalmem } from 'node:os'

/** Bytes that a photo in a thread may need beside what all threads share. */
const THREAD_BYTES = 512 * 1024 * 1024

/** Returns at least 1. `memory`: bytes that this process may use. */
export const sideBySide = (cores: number, memory: number): number =>
  Math.max(1, Math.min(cores - 1, Math.floor(memory / THREAD_BYTES)))

/** Returns the bytes that this process may use. A container's limit is often a small part of its machine's memory. */
function memoryOfProcess(): number {
  // Zero where there is no limit.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** How many threads of this process may compute at once. */
export const SIDE_BY_SIDE = sideBySide(availableParallelism(), memoryOfProcess())
