/** Real Redis for integration tests: REDIS_URL, or a temporary redis-server. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { freePort } from './free-ports.ts'
import { findProgram } from './programs.ts'

export interface TestRedis {
  url: string
  /** Stops a server that was started here. */
  stop(): Promise<void>
}

/** Returns undefined without REDIS_URL and redis-server. */
export async function startRedis(): Promise<TestRedis | undefined> {
  const named = process.env.REDIS_URL
  if (named) return { url: named, stop: async () => undefined }
  const program = findProgram('redis-server')
  if (!program) return undefined
  const port = await freePort()
  // Persistence is off, since the data is temporary.
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  const server = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  await ready(server)
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(server) }
}

/** Waits until the server accepts connections. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.on('exit', (code) => reject(new Error(`redis-server ended with ${code} before it was ready`)))
    server.stdout?.on('data', (text) => `${text}`.includes('Ready to accept connections') && resolve())
  })
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  server.kill()
  await once(server, 'exit')
}
