/** Runs a program with everything that it starts, so that all of it can be ended. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Marks the environment of every process of a tree. */
const MARK = 'WASTESENSE_TEST_RUN'
/** A killed process is gone after a few rounds; one that waits for a broken disk never is. */
const MAX_ROUNDS = 1_000
const WINDOWS = process.platform === 'win32'

export interface ProcessTree {
  child: ChildProcess
  /** Ends every process of the tree at once. Returns the command lines of those that still ran, as far as the system tells them. */
  end(): string[]
}

/** Starts a program as the root of a tree. `id` tells this tree from others on the machine. */
export function spawnTree(command: string, args: readonly string[], id: string, options: SpawnOptions): ProcessTree {
  const env = { ...process.env, ...options.env, [MARK]: id }
  const child = spawn(command, args, { ...options, env, detached: !WINDOWS })
  return { child, end: () => endTree(child, id) }
}

/** Command lines of the living processes of a tree, by pid. Empty where the system has no /proc. */
export function processesOf(id: string): Map<number, string> {
  const living = new Map<number, string>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${id}`)) continue
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      // A process that ended and was not waited for has none.
      if (commandLine) living.set(Number(pid), commandLine)
    } catch {
      // It ended meanwhile, or is another user's.
    }
  }
  return living
}

function endTree(child: ChildProcess, id: string): string[] {
  if (WINDOWS) {
    if (child.pid) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'])
    return []
  }
  const ended = process.platform === 'linux' ? [...processesOf(id).values()] : []
  if (child.pid) kill(-child.pid)
  if (process.platform !== 'linux') return ended
  // Browsers have groups of their own. A process that one of them starts meanwhile is found in the next round.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const living = processesOf(id)
    if (!living.size) break
    for (const pid of living.keys()) kill(pid)
  }
  return ended
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
