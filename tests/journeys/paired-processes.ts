/** Runs two command-apis and projections behind Caddy, like `docker compose --scale`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reserveFreePorts } from '#tests/fixtures/free-ports.ts'
import { bareEnvironment } from '#tests/fixtures/programs.ts'
import { killWithThisProcess } from './child-processes.ts'
import { requestBuffersDirectiveOf, waitUntil } from './split-processes-programs.ts'

const root = join(import.meta.dirname, '../..')
/**
 * Loopback addresses.
 * Two processes of one kind run in parallel, each on its own address.
 */
export const LOOPBACK_ADDRESSES = ['127.0.0.1', '127.0.0.2'] as const
type Address = (typeof LOOPBACK_ADDRESSES)[number]
export const PROCESS_KINDS = ['command-api', 'projections'] as const
export type ProcessKind = (typeof PROCESS_KINDS)[number]

/** `next` is a test version with one changed view and one changed event (see next-version.mjs). */
export type ProcessVersion = 'present' | 'next'

export interface DoubledInstallation {
  origin: string
  /** Stops a process by SIGTERM and returns its exit code. */
  stop(kind: ProcessKind, address: Address): Promise<number | null>
  /** Restarts a process, optionally in its next version. */
  start(kind: ProcessKind, address: Address, version?: ProcessVersion): Promise<void>
  /** Suspends a process until `wake`. */
  hang(kind: ProcessKind, address: Address): void
  wake(kind: ProcessKind, address: Address): void
  /** Returns the URL of one process, for requests that bypass the proxy. */
  originOf(kind: ProcessKind, address: Address): string
  mongoUrl: string
  clear(): Promise<void>
}

/**
 * Starts two of each server process, with Caddy in front.
 * `more` contains additional environment variables of the server processes.
 */
export async function startTwoOfEachProcess(
  caddy: string,
  more: Record<string, string> = {},
): Promise<DoubledInstallation> {
  const folder = mkdtempSync(join(tmpdir(), 'wastesense-pairs-'))
  const running = new Map<string, ChildProcess>()
  const [store = 0, mongo = 0, door = 0, commandApi = 0, projections = 0] = await reserveFreePorts(5)
  const ports = { 'command-api': commandApi, projections }
  const mongoUrl = `mongodb://127.0.0.1:${mongo}/wastesense`

  function run(name: string, program: string, args: string[], env: Record<string, string> = {}): void {
    const stdio = ['ignore', 'ignore', process.env.SHOW_PROCESSES ? 'inherit' : 'ignore'] as const
    const child = spawn(program, args, { cwd: root, env: { ...bareEnvironment(), ...env }, stdio: [...stdio] })
    running.set(name, killWithThisProcess(child))
  }
  const double = (name: string, port: number) => {
    const file = join(folder, `${port}.log`)
    run(name, process.execPath, [`tests/doubles/${name}/main.ts`, '--port', `${port}`, '--file', file])
  }
  const originOf = (kind: ProcessKind, address: Address) => `http://${address}:${ports[kind]}`
  async function start(kind: ProcessKind, address: Address, version: ProcessVersion = 'present'): Promise<void> {
    run(`${kind} ${address}`, process.execPath, ['--import', './tests/journeys/next-version.mjs', `${kind}/main.ts`], {
      ...(version === 'next' && { NEXT_VERSION: '1' }),
      HOST: address,
      PORT: `${ports[kind]}`,
      DATA_DIR: folder,
      EVENTSTORE_URL: `esdb://127.0.0.1:${store}?tls=false`,
      MONGODB_URL: mongoUrl,
      TOKEN_SECRET: 'a secret that only this test knows about',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      STOP_SECONDS: '240',
      ...more,
    })
    await healthy(originOf(kind, address))
  }
  async function end(name: string, signal: NodeJS.Signals): Promise<number | null> {
    const child = running.get(name)
    running.delete(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    child.kill(signal)
    const [code] = await once(child, 'exit')
    return code
  }
  async function clear(): Promise<void> {
    await Promise.all([...running.keys()].map((name) => end(name, 'SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    double('eventstoredb', store)
    double('mongodb', mongo)
    for (const kind of PROCESS_KINDS) await Promise.all(LOOPBACK_ADDRESSES.map((address) => start(kind, address)))
    const listed = (kind: ProcessKind) => LOOPBACK_ADDRESSES.map((address) => `${address}:${ports[kind]}`).join(' ')
    run('caddy', caddy, ['run', '--config', join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile'], {
      HOME: folder,
      CADDY_ADMIN: 'off',
      SITE_ADDRESS: `http://127.0.0.1:${door}`,
      COMMAND_APIS: listed('command-api'),
      PROJECTIONS: listed('projections'),
      REQUEST_BUFFERS: requestBuffersDirectiveOf(caddy),
    })
    await healthy(`http://127.0.0.1:${door}`)
    await answersCommands(`http://127.0.0.1:${door}`)
  } catch (error) {
    await clear()
    throw error
  }

  return {
    origin: `http://127.0.0.1:${door}`,
    stop: (kind, address) => end(`${kind} ${address}`, 'SIGTERM'),
    start,
    hang: (kind, address) => void running.get(`${kind} ${address}`)?.kill('SIGSTOP'),
    wake: (kind, address) => void running.get(`${kind} ${address}`)?.kill('SIGCONT'),
    originOf,
    mongoUrl,
    clear,
  }
}

const healthy = (address: string) =>
  waitUntil(`${address}/health`, async () => (await fetch(`${address}/health`).catch(() => undefined))?.ok ?? false)

/**
 * Waits until Caddy passes commands on.
 * On a busy machine its first health checks may time out.
 */
const answersCommands = (origin: string) =>
  waitUntil(origin, async () => {
    const { status } = await fetch(`${origin}/api/auth/login`, { method: 'POST' })
    return status < 500
  })
