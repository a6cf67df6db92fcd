/** How patient is what runs beside the boards: they go first where there is more to do than there are cores. */
import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'

/** Of what somebody waits for, and long after that of what nobody does. */
export const NICENESS = { quick: 10, patient: 15 }

/**
 * To be called as soon as the process is begun, while it has one thread only: each has the patience of the thread that began it, for
 * good. One that could not be started has no id.
 */
export function bePatient({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, NICENESS.quick)
}
