/** Starts the real server as a process on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bareEnvironment } from '#tests/fixtures/programs.ts'

export interface ServerProcess {
  url: string
  /** Milliseconds from the start of the process until it listens. */
  startedMs: number
  child: ChildProcess
  /** Kills the server with SIGKILL and waits for its exit. */
  kill(): Promise<void>
  /** Stops the server with SIGTERM and waits for its exit. */
  stop(): Promise<void>
}

export const SEED_PASSWORD = 'demo-password-1'
/**
 * Longest time in ms in which the server must start.
 * A first start on ten million events takes minutes.
 */
const START_TIMEOUT_MS = 1_200_000

/**
 * Starts a server on a data folder.
 * `ready` resolves once it listens and rejects if it exits earlier.
 */
export function spawnServer(dataDir: string, settings: Record<string, string> = {}) {
  const began = performance.now()
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../start.ts')], {
    env: {
      ...bareEnvironment(),
      PORT: '0',
      DATA_DIR: dataDir,
      SEED: 'demo',
      SEED_HISTORY: 'none',
      SEED_PASSWORD,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  const ready = new Promise<ServerProcess>((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`The server did not start in time: ${said}`)), START_TIMEOUT_MS)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /running at (http:\/\/\S+)\n/.exec(said)?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve({
        url,
        child,
        startedMs: performance.now() - began,
        kill: () => end('SIGKILL'),
        stop: () => end('SIGTERM'),
      })
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      process.stderr.write(text)
    })
    child.once('exit', () => {
      clearTimeout(timer)
      reject(new Error(`The server ended before it listened: ${said}`))
    })
  })
  return { ready, kill: () => end('SIGKILL') }
}

/**
 * Returns the log position that the server's read models have reached.
 * Calls an endpoint that needs no sign-in.
 */
export const positionOf = async (url: string): Promise<number> =>
  Number((await fetch(`${url}/api/auth/demo-accounts`)).headers.get('X-Position'))

const QUIESCENT_TIMEOUT_MS = 120_000

/**
 * Resolves after three seconds in which the server wrote no event.
 * Rejects after two minutes.
 */
export async function waitUntilQuiescent(url: string): Promise<void> {
  const until = performance.now() + QUIESCENT_TIMEOUT_MS
  for (let before = -1, now = await positionOf(url); now !== before; now = await positionOf(url)) {
    if (performance.now() > until) throw new Error(`The server still writes, at position ${now}, after two minutes`)
    before = now
    await pause(3_000)
  }
}
