/** How much memory a process and all that it started take, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs'

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
