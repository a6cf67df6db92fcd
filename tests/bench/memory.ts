/** Measures a process tree's memory from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const KB = /^(\d+) kB/
const EVERY_MS = 50

/**
 * Reads a process's file in /proc.
 * Returns undefined after its end.
 */
function about(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Returns the process and all its descendants. */
function familyOf(root: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  const parents = new Map(pids.map((pid) => [pid, Number(about(pid, 'stat')?.split(') ').at(-1)?.split(' ')[1])]))
  const family = [root]
  for (const parent of family) family.push(...pids.filter((pid) => parents.get(pid) === parent))
  return family
}

/**
 * Returns the memory of a process and all its child processes, in MB.
 * Memory that processes share counts only once (PSS).
 */
export function processTreeMemory(root: number): number {
  const kb = familyOf(root).map((pid) => {
    const [, pss = ''] = about(pid, 'smaps_rollup')?.split('\nPss:') ?? []
    return Number(KB.exec(pss.trim())?.[1] ?? 0)
  })
  return kb.reduce((sum, one) => sum + one, 0) / 1_000
}

/** Returns the largest memory during `work`, measured twenty times a second. */
async function mostMemory(root: number, work: () => Promise<void>): Promise<number> {
  let most = processTreeMemory(root)
  const looking = setInterval(() => {
    most = Math.max(most, processTreeMemory(root))
  }, EVERY_MS)
  try {
    await work()
    return Math.max(most, processTreeMemory(root))
  } finally {
    clearInterval(looking)
  }
}

/** Returns a process's processor time in hundredths of a second. */
function ticksOf(pid: number): number {
  // Fields 14 and 15 of `/proc/PID/stat` are the processor times.
  // Splitting after field 2, the name, is safe although the name may contain spaces.
  // The first field after the split is number 3.
  const fields = about(pid, 'stat')?.split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

const QUIET_MS = 5_000
const QUIET_TICKS = 25

/**
 * Waits until the process is nearly idle for five seconds.
 * Returns the largest and the last memory, in MB.
 */
export async function measureUntilIdle(pid: number): Promise<{ most: number; last: number }> {
  const most = await mostMemory(pid, async () => {
    for (let before = Number.NEGATIVE_INFINITY, now = ticksOf(pid); now - before > QUIET_TICKS; now = ticksOf(pid)) {
      before = now
      await pause(QUIET_MS)
    }
  })
  return { most, last: processTreeMemory(pid) }
}
