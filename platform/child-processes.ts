/**
 * Priority and environment of child processes.
 * Child processes run below web requests and use little memory.
 */

import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Priorities of child processes as nice values.
 * `quick` is for work that someone waits for, `patient` for all other work.
 */
export const NICE_VALUES = { quick: 10, patient: 15 }

/**
 * Lowers a process's priority, right after its start.
 * Does nothing for a process without id, which failed to start.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  setPriority(pid, NICE_VALUES.quick)
  if (process.platform === 'linux') lowerThreadPriorities(pid)
}

/**
 * Lowers the priority of existing threads, because Linux has one per thread.
 * New threads inherit it, but some may have started earlier.
 * Rereads the list until it has no new thread.
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

/** Runs `work` and ignores its errors, because the thread or process may have ended. */
function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env

/**
 * Environment of child processes that saves memory and excludes our secret settings.
 * All threads share one heap, which returns freed memory to the system.
 * Otherwise tens of megabytes from past peaks stay allocated.
 */
export const LOW_MEMORY_ENV = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
  PATH,
  SystemRoot,
  NODE_COMPILE_CACHE,
}
