/** Programs of a distributed installation: database stubs, Redis, our processes, Caddy. */
import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { POLL_TIMEOUT_MS } from '#tests/fixtures/poll-limits.ts'

const root = join(import.meta.dirname, '../..')
const POLL_INTERVAL_MS = 25
/** 30 s, because a proxy may wait for a dead process before it answers. */
const HEALTH_TIMEOUT_MS = 30_000

export const PASSWORD = 'split-processes-1'
export const TOKEN_SECRET = 'a secret that only this test knows about'

/** A program of a distributed installation, and its health check. */
export interface Program {
  name: string
  file: string
  args: string[]
  env: Record<string, string>
  address: string
  well(): Promise<void>
}

interface ProgramOptions {
  redis: string
  caddy: string
  /** Data folder of all programs. */
  folder: string
  /** Number of processes of each kind, such as two command-apis. */
  each: number
  /** Free ports, as many as {@link portCountFor} returns. */
  ports: number[]
}

/** Ports: three stub servers, Caddy, and each of our three process kinds. */
export const portCountFor = (each: number) => 4 + 3 * each

/**
 * Returns the programs of a distributed installation, in starting order.
 * Clients use only the address of Caddy, the proxy.
 */
export function programsOf({ redis, caddy, folder, each, ports }: ProgramOptions): Program[] {
  const [store = 0, mongo = 0, queue = 0, proxy = 0, ...rest] = ports
  const eventStoreUrl = `esdb://127.0.0.1:${store}?tls=false`
  const settings = {
    DATA_DIR: folder,
    EVENTSTORE_URL: eventStoreUrl,
    MONGODB_URL: `mongodb://127.0.0.1:${mongo}/wastesense`,
    REDIS_URL: `redis://127.0.0.1:${queue}`,
    TOKEN_SECRET,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    STOP_SECONDS: '240',
  }
  const double = (name: string, port: number, address: string, ...more: string[]): Program => ({
    name,
    file: process.execPath,
    args: [`tests/doubles/${name}/main.ts`, '--port', `${port}`, '--file', join(folder, `${port}.log`), ...more],
    env: {},
    address,
    well: () => accepting(port),
  })
  const ours = (kind: string, n: number, more: Record<string, string> = {}): Program => {
    const address = `http://127.0.0.1:${portOf(kind, n)}`
    const env = { ...settings, PORT: `${portOf(kind, n)}`, ...more }
    return {
      name: `${kind}-${n + 1}`,
      file: process.execPath,
      args: [`${kind}/main.ts`],
      env,
      address,
      well: () => healthy(address),
    }
  }
  const portOf = (kind: string, n: number) =>
    rest[['command-api', 'projections', 'workers'].indexOf(kind) * each + n] ?? 0
  const all = (kind: string, more?: (n: number) => Record<string, string>) =>
    Array.from({ length: each }, (_, n) => ours(kind, n, more?.(n)))
  const upstreams = (kind: string) => Array.from({ length: each }, (_, n) => `127.0.0.1:${portOf(kind, n)}`).join(' ')

  return [
    double('eventstoredb', store, eventStoreUrl, '--commit-ms', '1'),
    double('mongodb', mongo, settings.MONGODB_URL),
    {
      name: 'redis',
      file: redis,
      // Redis runs without persistence, so killing it empties the queue: the worst case.
      args: ['--port', `${queue}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      env: {},
      address: settings.REDIS_URL,
      well: () => accepting(queue),
    },
    ...all('command-api', () => ({ SEED: 'demo', SEED_PASSWORD: PASSWORD })),
    ...all('workers', (n) => ({ COMMAND_API_URL: `http://127.0.0.1:${portOf('command-api', n)}` })),
    ...all('projections', (n) => ({
      COMMAND_API_URL: `http://127.0.0.1:${portOf('command-api', n)}`,
      WORKERS_URL: `http://127.0.0.1:${portOf('workers', n)}`,
    })),
    {
      name: 'caddy',
      file: caddy,
      args: ['run', '--config', join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile'],
      env: {
        HOME: folder,
        CADDY_ADMIN: 'off',
        SITE_ADDRESS: `http://127.0.0.1:${proxy}`,
        COMMAND_APIS: upstreams('command-api'),
        PROJECTIONS: upstreams('projections'),
        REQUEST_BUFFERS: requestBuffersDirectiveOf(caddy),
        // A single instance has no other that could answer a slow command.
        ...(each === 1 && { ANSWER_TIMEOUT: '240s' }),
      },
      address: `http://127.0.0.1:${proxy}`,
      well: () => healthy(`http://127.0.0.1:${proxy}`),
    },
  ]
}

/**
 * Returns the Caddyfile line that buffers request bodies.
 * Returns '' if this Caddy version does not support it.
 */
export function requestBuffersDirectiveOf(caddy: string): string {
  const version = execFileSync(caddy, ['version'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = /v?(\d+)\.(\d+)/.exec(version)?.map(Number) ?? []
  return major > 2 || (major === 2 && minor >= 8) ? 'request_buffers 16KiB' : ''
}

/**
 * Waits until a condition is true.
 * `what` describes the condition in the error of a timeout.
 */
export async function waitUntil(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + POLL_TIMEOUT_MS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${POLL_TIMEOUT_MS / 1000} s`)
    await pause(POLL_INTERVAL_MS)
  }
}

function healthy(address: string): Promise<void> {
  return waitUntil(`${address}/health`, async () => {
    const answer = await fetch(`${address}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).catch(
      () => undefined,
    )
    return answer?.ok ?? false
  })
}

async function accepting(port: number): Promise<void> {
  await waitUntil(`port ${port}`, () => {
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
