/**
 * Runs WasteSense on a free port with an empty data folder.
 * Tests can kill and restart it.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { reserveFreePort } from '#tests/fixtures/free-ports.ts'
import { POLL_TIMEOUT_MS } from '#tests/fixtures/poll-limits.ts'
import { killWithThisProcess } from './child-processes.ts'

export interface RunningApp {
  url: string
  dataDir: string
  /** Password of the seeded accounts. */
  password: string
  /** Returns the exit code, or null if the signal ended the process. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** Starts WasteSense again on the same port and data. */
  restart(): Promise<void>
  /** Kills WasteSense and removes its data folder, unless the test supplied it. */
  clear(): Promise<void>
}

const ROOT = path.join(import.meta.dirname, '../..')
const HEALTH_INTERVAL_MS = 50

/**
 * Starts a program of this repository.
 * The program ends at the latest when this process ends.
 */
function spawnEntry(entry: string, args: readonly string[], env: Record<string, string>, stdio: StdioOptions) {
  const options = { cwd: ROOT, env: { ...process.env, ...env }, stdio }
  return killWithThisProcess(spawn(process.execPath, [entry, ...args], options))
}

interface Outcome {
  /** Exit code; null if a signal ended the program. */
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Runs a program, such as a refused start, to its end.
 * Returns its output.
 */
export async function runProgramUntilExit(
  entry: 'start.ts' | 'tools/backup.ts' | 'tools/restore.ts' | 'tools/repair.ts' | 'tools/export.ts',
  { args = [], env }: { args?: readonly string[]; env: Record<string, string> },
): Promise<Outcome> {
  const child = spawnEntry(entry, args, env, ['ignore', 'pipe', 'pipe'])
  const timer = setTimeout(() => child.kill('SIGKILL'), POLL_TIMEOUT_MS)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    once(child, 'exit'),
  ])
  clearTimeout(timer)
  return { code, stdout, stderr: stderr.trim() }
}

interface StartOptions {
  env?: Record<string, string>
  /**
   * Receives stdout and stderr.
   * By default errors go to this process's stderr.
   */
  output?: (text: string) => void
}

/** Starts WasteSense in one process and waits until it is healthy. */
export async function startWasteSense({ env = {}, output }: StartOptions = {}): Promise<RunningApp> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const port = env.PORT ?? String(await reserveFreePort())
  const password = env.SEED_PASSWORD ?? 'a demo password'
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess

  async function start(): Promise<void> {
    const settings = {
      LOG_LEVEL: 'error',
      SEED_HISTORY: 'none',
      SEED_PASSWORD: password,
      STOP_SECONDS: String(POLL_TIMEOUT_MS / 1_000),
      ...env,
      PORT: port,
      DATA_DIR: dataDir,
    }
    child = spawnEntry('start.ts', [], settings, output ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'ignore', 'inherit'])
    if (output) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output)
    const until = performance.now() + POLL_TIMEOUT_MS
    while (!(await healthy(url))) {
      if (hasEnded(child)) throw new Error(`WasteSense ended with ${child.exitCode ?? child.signalCode} at start`)
      if (performance.now() > until) throw new Error('WasteSense did not become healthy')
      await pause(HEALTH_INTERVAL_MS)
    }
  }

  async function kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (hasEnded(child)) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }

  async function clear(): Promise<void> {
    await kill('SIGKILL')
    if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    await clear()
    throw error
  }
  return { url, dataDir, password, kill, restart: start, clear }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
const healthy = (url: string) =>
  fetch(`${url}/health`).then(
    (response) => response.ok,
    () => false,
  )
