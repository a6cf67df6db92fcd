/**
 * Tests the embedded jobs by the conformance suite.
 * Opening and closing never wait for the database's start.
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPostgresBackend } from 'bullmq'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testJobs } from '../../tests/conformance/jobs.ts'
import { recordTestBacking } from '../../tests/fixtures/backings.ts'
import { eventually } from '../../tests/fixtures/eventually.ts'
import { createGate } from '../../tests/fixtures/gate.ts'
import { openBullmqJobs } from './bullmq.ts'
import { openEmbeddedJobs } from './pglite.ts'
import { openPgliteDatabase } from './pglite-cluster.ts'
import { PglitePool } from './pglite-pool.ts'

recordTestBacking({ port: 'jobs', backing: 'BullMQ on PGlite', ran: 'real' })

// All tests share one database, whose start takes seconds.
// Each test has its own queue.
const pool = new PglitePool()
pool.setMaxListeners(0)
beforeAll(() => pool.query('SELECT 1'))
afterAll(() => pool.end())

testJobs('PGlite', async (queue, log, times) => {
  const release = async () => undefined
  return openBullmqJobs(queue, { connection: pool, backend: createPostgresBackend, release }, log, times)
})

/** Returns the peak memory of the process on Linux, in MB. */
function mostMemoryOf(pid: number | undefined): number {
  const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) / 1_000
}

it.skipIf(process.platform !== 'linux')('takes no half gigabyte to compile its queries', () => {
  expect(mostMemoryOf(pool.pid)).toBeLessThan(300)
  expect(mostMemoryOf(pool.pid)).toBeGreaterThan(50)
})

it('JO1 opens and counts before its database has started, and works off what was added meanwhile', async () => {
  const jobs = openEmbeddedJobs()
  const done: string[] = []
  jobs.work({ look: async ({ id }) => void done.push(id) })
  let isAdded = false
  const adding = jobs.add({ id: '1', name: 'look', data: {} }).then(() => {
    isAdded = true
  })
  expect(await jobs.counts()).toMatchObject({ waiting: 1 })
  expect(isAdded).toBe(false)
  await adding
  await eventually(() => expect(done).toEqual(['1']))
  await jobs.close()
})

it('JO6 closes when the database has not started yet', async () => {
  const jobs = openEmbeddedJobs()
  jobs.work({})
  const adding = expect(jobs.add({ id: '1', name: 'look', data: {} })).rejects.toThrow('closed')
  await jobs.close()
  await adding
})

it('continues after its process dies: later jobs are done', async () => {
  const own = new PglitePool()
  const release = () => own.end()
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const jobs = openBullmqJobs('dies', { connection: own, backend: createPostgresBackend, release }, silent)
  const done: string[] = []
  jobs.work({ look: async ({ id }) => void done.push(id) })
  await jobs.add({ id: 'before', name: 'look', data: {} })
  await eventually(() => expect(done).toEqual(['before']))
  const [died, { pid }] = [vi.fn(), own]
  own.on('error', died)
  process.kill(pid as number, 'SIGKILL')
  await eventually(() => expect(died).toHaveBeenCalledOnce())
  await jobs.add({ id: 'after', name: 'look', data: {} })
  expect(own.pid).not.toBe(pid)
  await eventually(() => expect(done).toEqual(['before', 'after']))
  await jobs.close()
})

/** Returns the database processes that are children of this process. */
const databases = () =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const isOurs = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${process.pid}\n`)
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pglite-program')
    } catch {
      // Skip a process that ended between listing and reading.
      return false
    }
  })

// The database has its own process, because its start blocks for seconds.
it.skipIf(process.platform !== 'linux')('has a process of its own, and none while there is nothing to do', async () => {
  const others = databases().length
  const jobs = openEmbeddedJobs(undefined, 200)
  const done: string[] = []
  const gate = createGate()
  jobs.work({
    look: async ({ id }) => {
      await gate.passed()
      done.push(id)
    },
  })
  expect(databases()).toHaveLength(others)
  for (const id of ['1', '2']) {
    gate.shut()
    await jobs.add({ id, name: 'look', data: {} })
    expect(databases()).toHaveLength(others + 1)
    gate.open()
    await eventually(() => expect(databases()).toHaveLength(others))
    expect(done).toContain(id)
  }
  expect(await jobs.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 })
  await jobs.close()
})

// Tests that the database opens with a valid, missing or damaged prebuilt file.
const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-cluster-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('is created without a file, loaded from a complete one, and recreated after the file was cut off', async () => {
  const file = path.join(folder, 'cluster.tar')
  const made = await openPgliteDatabase(file)
  await made.exec('CREATE TABLE kept (n int)')
  const cluster = Buffer.from(await (await made.dumpDataDir('none')).arrayBuffer())
  await made.close()
  for (const [length, tables] of [
    [cluster.length, 1],
    [cluster.length / 2, 0],
  ] as const) {
    writeFileSync(file, cluster.subarray(0, length))
    const database = await openPgliteDatabase(file)
    const { rows } = await database.query("SELECT 1 FROM pg_tables WHERE tablename = 'kept'")
    expect(rows).toHaveLength(tables)
    await database.close()
  }
  expect(existsSync(file)).toBe(false)
})
