/** Runs a program and ends it with all its child processes. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Environment variable with the trees of a process. */
const MARK = 'WASTESENSE_TEST_RUN'
/**
 * Limit of kill rounds.
 * A killed process ends after a few, one that waits for a broken disk never.
 */
const MAX_ROUNDS = 1_000
const WINDOWS = process.platform === 'win32'

export interface ProcessTree {
  child: ChildProcess
  /**
   * Kills every process of the tree.
   * Returns the command lines of those still running, if known.
   */
  end(): string[]
}

/**
 * Starts a program as the root of a tree.
 * `id` identifies the tree on the machine.
 */
export function spawnTree(command: string, args: readonly string[], id: string, options: SpawnOptions): ProcessTree {
  const env = { ...process.env, ...options.env, [MARK]: `${process.env[MARK] ?? ''} ${id}` }
  const child = spawn(command, args, { ...options, env, detached: !WINDOWS })
  return { child, end: () => endTree(child, id) }
}

/**
 * Returns the command lines of a tree's running processes by pid.
 * Empty without /proc.
 */
export function processesOf(id: string): Map<number, string> {
  if (!existsSync('/proc/self/stat')) return new Map()
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name), id) ?? []) : []))
  const tree = new Set(all.filter(({ isMarked }) => isMarked).map(({ pid }) => pid))
  // A browser's processes overwrite their environment, so they are found by their parents.
  for (let size = -1; size !== tree.size; ) {
    size = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  // A zombie process has no command line.
  return new Map(all.flatMap(({ pid, commandLine }) => (tree.has(pid) && commandLine ? [[pid, commandLine]] : [])))
}

/** Returns undefined for a process that ended or belongs to another user. */
function readProcess(pid: number, id: string) {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return {
      pid,
      // The name before it may contain any character.
      parent: Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]),
      isMarked: environment.some((entry) => entry.startsWith(`${MARK}=`) && entry.includes(id)),
      commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    }
  } catch {
    return undefined
  }
}

function endTree(child: ChildProcess, id: string): string[] {
  if (WINDOWS) {
    if (child.pid) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'])
    return []
  }
  const found = processesOf(id)
  if (child.pid) kill(-child.pid)
  // The next round finds processes started meanwhile.
  for (let round = 0, living = found; living.size && round < MAX_ROUNDS; round++, living = processesOf(id))
    for (const pid of living.keys()) kill(pid)
  return [...found.values()]
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
