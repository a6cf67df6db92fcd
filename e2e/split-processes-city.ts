/** A whole distributed installation on this machine: every process of its own, behind Caddy, on the wire doubles and Redis. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const PATIENCE_MS = 30_000

export const PASSWORD = 'split-processes-1'

export interface City {
  /** Caddy's address: the only one that a client knows. */
  origin: string
  /** command-api's own address, which Caddy hides. */
  inside: string
  /** Kills projections as a power cut would. */
  killProjections(): Promise<void>
  startProjections(): Promise<void>
  /** Asks our three processes to end; answers their exit codes by name. */
  end(): Promise<Record<string, number | null>>
  /** Ends what is left and removes its files. */
  clear(): Promise<void>
}

/** Starts everything, the way docker-compose.yml does, and resolves when Caddy's /health is well. */
export async function startCity(programs: { redis: string; caddy: string }): Promise<City> {
  const folder = mkdtempSync(join(tmpdir(), 'wastesense-split-'))
  const running = new Map<string, ChildProcess>()
  const [store, mongo, redis, commands, reads, jobs, door] = await freePorts()

  function run(name: string, program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
    const stdio = ['ignore', 'ignore', process.env.SHOW_PROCESSES ? 'inherit' : 'ignore'] as const
    const child = spawn(program, args, { cwd: root, env: { PATH: process.env.PATH ?? '', ...env }, stdio: [...stdio] })
    running.set(name, child)
    return child
  }
  const ours = (name: string, port: number, settings: Record<string, string> = {}) =>
    run(name, process.execPath, [`${name}/main.ts`], {
      PORT: `${port}`,
      DATA_DIR: folder,
      EVENTSTORE_URL: `esdb://127.0.0.1:${store}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${mongo}/wastesense`,
      REDIS_URL: `redis://127.0.0.1:${redis}`,
      TOKEN_SECRET: 'a secret that only this test knows about',
      LOG_LEVEL: 'warn',
      ...settings,
    })
  const double = (name: string, port: number) =>
    run(name, process.execPath, [
      `platform/${name}/main.ts`,
      '--port',
      `${port}`,
      '--file',
      join(folder, `${port}.log`),
    ])
  async function startProjections() {
    ours('projections', reads)
    await healthy(`http://127.0.0.1:${reads}`)
  }
  async function kill(name: string, signal: NodeJS.Signals): Promise<number | null> {
    const child = running.get(name)
    running.delete(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    child.kill(signal)
    const [code] = await once(child, 'exit')
    return code
  }
  async function clear() {
    await Promise.all([...running.keys()].map((name) => kill(name, 'SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    double('event-store/double', store)
    double('mongodb-double', mongo)
    run('redis', programs.redis, ['--port', `${redis}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder])
    await Promise.all([store, mongo, redis].map(accepting))
    ours('command-api', commands, { SEED: 'demo', SEED_PASSWORD: PASSWORD })
    await healthy(`http://127.0.0.1:${commands}`)
    ours('workers', jobs, { COMMAND_API_URL: `http://127.0.0.1:${commands}` })
    await startProjections()
    run('caddy', programs.caddy, ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
      HOME: folder,
      CADDY_ADMIN: 'off',
      SITE_ADDRESS: `http://127.0.0.1:${door}`,
      COMMAND_API_HOST: '127.0.0.1',
      COMMAND_API_PORT: `${commands}`,
      PROJECTIONS_HOST: '127.0.0.1',
      PROJECTIONS_PORT: `${reads}`,
    })
    await Promise.all([healthy(`http://127.0.0.1:${door}`), healthy(`http://127.0.0.1:${jobs}`)])
  } catch (error) {
    await clear()
    throw error
  }

  return {
    origin: `http://127.0.0.1:${door}`,
    inside: `http://127.0.0.1:${commands}`,
    killProjections: async () => void (await kill('projections', 'SIGKILL')),
    startProjections,
    async end() {
      const names = ['workers', 'command-api', 'projections']
      return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await kill(name, 'SIGTERM')])))
    },
    clear,
  }
}

/** Waits until `holds` says so; names what did not come about otherwise. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`)
    await pause(25)
  }
}

function healthy(address: string): Promise<void> {
  return until(`${address}/health`, async () => {
    const answer = await fetch(`${address}/health`).catch(() => undefined)
    return answer?.ok ?? false
  })
}

async function accepting(port: number): Promise<void> {
  await until(`port ${port}`, () => {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
  })
}

/** One port each for the seven programs. */
async function freePorts(): Promise<[number, number, number, number, number, number, number]> {
  const probes = Array.from({ length: 7 }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = probes.map((probe) => (probe.address() as { port: number }).port)
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')))
  return ports as [number, number, number, number, number, number, number]
}
