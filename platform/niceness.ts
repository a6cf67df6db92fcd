/** How patient is what runs beside the boards: they go first where there is more to do than there are cores. */
import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Of what somebody waits for, and long after that of what nobody does. */
export const NICENESS = { quick: 10, patient: 15 }

/** To be called as soon as the process is begun. One that could not be started has no id. */
export function bePatient({ pid }: ChildProcess): void {
  if (pid === undefined) return
  setPriority(pid, NICENESS.quick)
  if (process.platform === 'linux') makeThreadsPatient(pid)
}

/**
 * Linux has a priority for each thread. A new thread gets that of the thread that begins it, but on a busy machine the process
 * has more than one by now. Reads their list again until it has nobody new.
 */
function makeThreadsPatient(pid: number): void {
  const patient = new Set([pid])
  for (let isComplete = false; !isComplete; ) {
    const further = threadsOf(pid).filter((thread) => !patient.has(thread))
    for (const thread of further) {
      patient.add(thread)
      unlessGone(() => setPriority(thread, NICENESS.quick))
    }
    isComplete = further.length === 0
  }
}

const threadsOf = (pid: number) => unlessGone(() => readdirSync(`/proc/${pid}/task`).map(Number)) ?? []

/** A thread or process may end at any time. */
function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
