/** How much memory a process and all that it started take, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const KB = /^(\d+) kB/
const EVERY_MS = 50

/** A file of /proc; undefined of a process that ended meanwhile. */
function about(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** The process and its children, and theirs. */
function familyOf(root: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  const parents = new Map(pids.map((pid) => [pid, Number(about(pid, 'stat')?.split(') ').at(-1)?.split(' ')[1])]))
  const family = [root]
  for (const parent of family) family.push(...pids.filter((pid) => parents.get(pid) === parent))
  return family
}

/** MB: of pages that several hold each has its part (PSS), so that a child's copy of the program does not count twice. */
export function memoryOf(root: number): number {
  const kb = familyOf(root).map((pid) => {
    const [, pss = ''] = about(pid, 'smaps_rollup')?.split('\nPss:') ?? []
    return Number(KB.exec(pss.trim())?.[1] ?? 0)
  })
  return kb.reduce((sum, one) => sum + one, 0) / 1_000
}

/** The most that it takes while `work` is done, looked at twenty times a second. */
export async function mostMemory(root: number, work: () => Promise<void>): Promise<number> {
  let most = memoryOf(root)
  const looking = setInterval(() => {
    most = Math.max(most, memoryOf(root))
  }, EVERY_MS)
  try {
    await work()
    return Math.max(most, memoryOf(root))
  } finally {
    clearInterval(looking)
  }
}

/** Hundredths of a second of processor time that the process has taken. */
function ticksOf(pid: number): number {
  // After the name, which may hold anything: the 14th and 15th field, the first of these being the third.
  const fields = about(pid, 'stat')?.split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

const QUIET_MS = 5_000
const QUIET_TICKS = 25

/** Waits until the process has hardly worked for five seconds: MB at most until then, and MB then. */
export async function untilIdle(pid: number): Promise<{ most: number; last: number }> {
  const most = await mostMemory(pid, async () => {
    for (let before = Number.NEGATIVE_INFINITY, now = ticksOf(pid); now - before > QUIET_TICKS; now = ticksOf(pid)) {
      before = now
      await pause(QUIET_MS)
    }
  })
  return { most, last: memoryOf(pid) }
}
