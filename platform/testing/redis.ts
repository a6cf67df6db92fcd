/** A real Redis for an integration test: the one that REDIS_URL names, else a redis-server of the test's own. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { freePort } from './free-ports.ts'

export interface TestRedis {
  url: string
  /** Ends the server if it was started here; one named by REDIS_URL is left as it is. */
  stop(): Promise<void>
}

/** Undefined when there is neither REDIS_URL nor a redis-server on the path. */
export async function startRedis(): Promise<TestRedis | undefined> {
  const named = process.env.REDIS_URL
  if (named) return { url: named, stop: async () => undefined }
  const port = await freePort()
  // Nothing is written to disk: the data is worth nothing after the test.
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!(await accepts(server))) return undefined
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(server) }
}

/** Whether it began to accept connections; false when there is no such program. */
async function accepts(server: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(false) : reject(error)))
    server.on('exit', (code) => reject(new Error(`redis-server ended with ${code} before it was ready`)))
    server.stdout?.on('data', (text) => `${text}`.includes('Ready to accept connections') && resolve(true))
  })
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  server.kill()
  await once(server, 'exit')
}
