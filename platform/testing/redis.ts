/** A real Redis for an integration test: the one that REDIS_URL names, else a redis-server of the test's own. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { freePort } from './free-ports.ts'
import { findProgram } from './programs.ts'

export interface TestRedis {
  url: string
  /** Ends the server if it was started here; one named by REDIS_URL is left as it is. */
  stop(): Promise<void>
}

/** Undefined when there is neither REDIS_URL nor a redis-server on the path. */
export async function startRedis(): Promise<TestRedis | undefined> {
  const named = process.env.REDIS_URL
  if (named) return { url: named, stop: async () => undefined }
  const program = findProgram('redis-server')
  if (!program) return undefined
  const port = await freePort()
  // Nothing is written to disk: the data is worth nothing after the test.
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  const server = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  await ready(server)
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(server) }
}

/** Waits until it accepts connections. */
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
