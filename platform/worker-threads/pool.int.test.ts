/**
 * Tests the number of threads, and that the pool continues after one has ended.
 * Also tests that low-priority runs leave the processor to the main thread.
 */
import { getPriority, platform } from 'node:os'
import { threadId } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { NICE_VALUES } from '../child-processes.ts'
import { recordRequest, sharedActivity } from './cpu-yield.ts'
import type { Task } from './fixtures-program.ts'
import { MAX_COMPUTE_THREADS, openWorkerThreadPool, threadLimitOf, WorkerThreadPoolClosed } from './pool.ts'

const pool = openWorkerThreadPool({ threads: 2, heapMb: 64 })
afterAll(() => pool.close())

const program = new URL('./fixtures-program.ts', import.meta.url)
const run = (task: Task, signal?: AbortSignal) =>
  pool.run<Task, { sum: number; threadId: number }>(program, task, signal && { signal })
const add = () => run({ does: 'add', a: 2, b: 3 })

/** Creates a task that never ends, and a promise that resolves when the task has started. */
function spin() {
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const { value } = Atomics.waitAsync(begun, 0, 0)
  return { task: { does: 'spin', begun } as const, hasBegun: value as Promise<unknown> }
}

it('answers from a thread that is not this one', async () => {
  const answer = await add()
  expect(answer.sum).toBe(5)
  expect(answer.threadId).not.toBe(threadId)
})

it('hands on what is thrown', async () => {
  await expect(run({ does: 'throw' })).rejects.toThrow('nothing to divide')
  expect((await add()).sum).toBe(5)
})

it('hands on the codes of a database error', async () => {
  await expect(run({ does: 'break' })).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 1 })
})

it('fails the run whose thread ends, and continues with another', async () => {
  await expect(run({ does: 'exit' })).rejects.toThrow()
  expect((await add()).sum).toBe(5)
})

it('fails the run that fills the memory, and continues with another', async () => {
  await expect(run({ does: 'fill' })).rejects.toThrow(/memory/)
  expect((await add()).sum).toBe(5)
})

it('stops an aborted run that never rests', async () => {
  const abort = new AbortController()
  const { task, hasBegun } = spin()
  const spinning = expect(run(task, abort.signal)).rejects.toThrow(/abort/i)
  await hasBegun
  abort.abort()
  await spinning
  expect((await add()).sum).toBe(5)
})

it('answers short runs while one thread is busy with a long one', async () => {
  const abort = new AbortController()
  const { task, hasBegun } = spin()
  const long = run(task, abort.signal).catch(() => undefined)
  await hasBegun
  expect((await add()).sum).toBe(5)
  abort.abort()
  await long
})

it('has patient runs one after the other, on a thread that leaves the processor to others', async () => {
  const abort = new AbortController()
  const patiently = <A>(task: Task, signal?: AbortSignal) =>
    pool.run<Task, A>(program, task, { patient: true, ...(signal && { signal }) })
  const { task, hasBegun } = spin()
  const long = patiently(task, abort.signal).catch(() => 'ended')
  const next = patiently<{ niceness: number }>({ does: 'add', a: 2, b: 3 })
  let isNextDone = false
  void next.then(() => {
    isNextDone = true
  })
  await hasBegun
  const { niceness } = await pool.run<Task, { niceness: number }>(program, { does: 'add', a: 2, b: 3 })
  expect(isNextDone).toBe(false)
  abort.abort()
  expect(await long).toBe('ended')
  const patient = await next
  if (platform() !== 'linux') return
  expect([niceness, patient.niceness]).toEqual(
    [NICE_VALUES.quick, NICE_VALUES.patient].map((more) => Math.min(19, getPriority() + more)),
  )
})

it('has its threads know when this process was asked for something', async () => {
  const seen = () => pool.run<Task, number[]>(program, { does: 'look' })
  recordRequest()
  const first = await seen()
  expect(first).toEqual([...sharedActivity])
  recordRequest()
  expect(await seen()).toEqual([...sharedActivity])
  expect(first).not.toEqual([...sharedActivity])
})

it('distinguishes tasks that closing ended or prevented from failed ones', async () => {
  const closing = openWorkerThreadPool({ threads: 1, heapMb: 64 })
  const { task, hasBegun } = spin()
  // The second task waits, because the first occupies the only thread.
  const ends = [task, spin().task].map((task) =>
    expect(closing.run(program, task)).rejects.toThrow(WorkerThreadPoolClosed),
  )
  await hasBegun
  await closing.close()
  await Promise.all(ends)
  await expect(closing.run(program, { does: 'add', a: 2, b: 3 })).rejects.toThrow(WorkerThreadPoolClosed)
  await expect(run({ does: 'throw' })).rejects.not.toThrow(WorkerThreadPoolClosed)
})

const GB = 1024 ** 3

it.each([
  { cores: 1, memory: 8 * GB, expected: 1 },
  { cores: 2, memory: 8 * GB, expected: 1 },
  { cores: 4, memory: 8 * GB, expected: 3 },
  { cores: 64, memory: GB, expected: 2 },
  { cores: 64, memory: 2 * GB, expected: 4 },
  { cores: 64, memory: GB / 4, expected: 1 },
])('$expected beside each other on $cores cores with $memory bytes', ({ cores, memory, expected }) => {
  expect(threadLimitOf(cores, memory)).toBe(expected)
})

it('is at least one here', () => {
  expect(MAX_COMPUTE_THREADS).toBeGreaterThanOrEqual(1)
})
