/** Priority and environment of child processes: web requests go first on a busy machine, and children use little memory. */

import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Nice values of processes: `quick` if someone waits for the work, `patient` if no one does. */
export const NICE_VALUES = { quick: 10, patient: 15 }

/**
 * Lowers a process's priority.
 * Call this right after the start.
 * Does nothing for a process that could not start and thus has no id.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  setPriority(pid, NICE_VALUES.quick)
  if (process.platform === 'linux') lowerThreadPriorities(pid)
}

/**
 * Lowers the priority of existing threads, since Linux has a priority per thread.
 * New threads inherit it, but on a busy machine some have already started.
 * Reads the list of threads again until it has no new one.
 */
function lowerThreadPriorities(pid: number): void {
  const lowered = new Set([pid])
  for (let isComplete = false; !isComplete; ) {
    const further = threadsOf(pid).filter((thread) => !lowered.has(thread))
    for (const thread of further) {
      lowered.add(thread)
      unlessGone(() => setPriority(thread, NICE_VALUES.quick))
    }
    isComplete = further.length === 0
  }
}

const threadsOf = (pid: number) => unlessGone(() => readdirSync(`/proc/${pid}/task`).map(Number)) ?? []

/** Ignores errors, since a thread or process may end at any time. */
function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env

/**
 * Environment of child processes that should use little memory: all threads share one heap, which returns free memory.
 * Otherwise tens of megabytes of past peaks stay allocated.
 * It excludes our settings, which contain secrets.
 */
export const LOW_MEMORY_ENV = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
  PATH,
  SystemRoot,
  NODE_COMPILE_CACHE,
}
