/** A whole WasteSense in a process of its own, on a free port and an empty data folder, that can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#platform/testing/free-ports.ts'

export interface RunningApp {
  url: string
  dataDir: string
  /** Of the seeded accounts. */
  password: string
  /** Answers its exit code once it is gone; null of one that a signal ended. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
  /** At the end of a test, when nobody looks any more: ends it at once, and removes its data where the folder was made for it. */
  clear(): Promise<void>
}

const ROOT = path.join(import.meta.dirname, '..')
const START_WITHIN_MS = 60_000

/** Starts the embedded default with these settings on top, and waits until it is healthy. */
export async function startWasteSense({ env = {} }: { env?: Record<string, string> } = {}): Promise<RunningApp> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const port = env.PORT ?? String(await freePort())
  const password = env.SEED_PASSWORD ?? 'a demo password'
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess

  async function start(): Promise<void> {
    const settings = {
      LOG_LEVEL: 'error',
      SEED_HISTORY: 'none',
      SEED_PASSWORD: password,
      ...env,
      PORT: port,
      DATA_DIR: dataDir,
    }
    child = spawn(process.execPath, ['start.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const until = Date.now() + START_WITHIN_MS
    for (;;) {
      if (child.exitCode !== null) throw new Error(`WasteSense ended with ${child.exitCode} at start`)
      if (await healthy(url)) return
      if (Date.now() > until) {
        child.kill('SIGKILL')
        throw new Error('WasteSense did not become healthy')
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }

  async function clear(): Promise<void> {
    await kill('SIGKILL')
    if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  }

  await start()
  return { url, dataDir, password, kill, restart: start, clear }
}

const healthy = (url: string) =>
  fetch(`${url}/health`).then(
    (response) => response.ok,
    () => false,
  )
