/** Starts test servers of MongoDB: the double, and a real one if available. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordTestBacking } from '#tests/fixtures/backings.ts'
import { isDockerRunning } from '#tests/fixtures/docker.ts'
import { reserveFreePort } from '#tests/fixtures/free-ports.ts'
import { startMongoDouble } from './server.ts'

interface Backing {
  name: string
  url: string
  stop(): Promise<void>
}

/**
 * Starts the double of MongoDB, and a real server if available.
 * Records which of them the port's tests used.
 */
export async function startMongoBackings(port: string): Promise<Backing[]> {
  const double = await startMongoDouble()
  recordTestBacking({ port, backing: 'MongoDB', ran: 'wire double' })
  const backings: Backing[] = [{ name: 'the MongoDB double', url: double.url, stop: double.close }]
  const real = await startReal()
  if (real === undefined) {
    const why = 'no MONGODB_URL, no mongod on the path and no Docker engine'
    recordTestBacking({ port, backing: 'MongoDB', ran: 'not run', why })
    return backings
  }
  recordTestBacking({ port, backing: 'MongoDB', ran: 'real', why: real.name })
  return [...backings, real]
}

async function startReal(): Promise<Backing | undefined> {
  const url = process.env.MONGODB_URL
  if (url) return { name: 'the MongoDB at MONGODB_URL', url, stop: async () => undefined }
  if (spawnSync('mongod', ['--version']).status === 0) return startMongod()
  if (await isDockerRunning()) return startContainer()
  return undefined
}

async function startMongod(): Promise<Backing> {
  const dir = mkdtempSync(join(tmpdir(), 'mongod-'))
  const port = await reserveFreePort()
  const args = ['--dbpath', dir, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet']
  const mongod: ChildProcess = spawn('mongod', args, { stdio: 'ignore' })
  return {
    name: 'mongod',
    url: `mongodb://127.0.0.1:${port}/wastesense-test`,
    async stop() {
      if (mongod.kill()) await once(mongod, 'exit')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function startContainer(): Promise<Backing> {
  const { GenericContainer } = await import('testcontainers')
  const container = await new GenericContainer('mongo:8').withExposedPorts(27017).start()
  const url = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/wastesense-test`
  return { name: 'mongo:8 in a container', url, stop: async () => void (await container.stop()) }
}
