/** Tests that a lower priority applies to all threads, even already started ones. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { lowerPriority, NICE_VALUES } from './child-processes.ts'

it.skipIf(process.platform !== 'linux')('also the threads that it has begun already', async () => {
  const child = spawn(process.execPath, ['-e', "console.log('begun'); setInterval(() => {}, 1_000)"])
  await once(child.stdout, 'data')
  const threads = readdirSync(`/proc/${child.pid}/task`).map(Number)
  expect(threads.length).toBeGreaterThan(1)
  lowerPriority(child)
  expect(new Set(threads.map((thread) => getPriority(thread)))).toEqual(new Set([NICE_VALUES.quick]))
  child.kill('SIGKILL')
  await once(child, 'exit')
})

it('nobody, where the process could not be started', async () => {
  const child = spawn('/no/such/program')
  const failed = once(child, 'error')
  lowerPriority(child)
  expect((await failed)[0]).toMatchObject({ code: 'ENOENT' })
})
