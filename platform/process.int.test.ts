/** Tests a process's end: orderly on a signal, otherwise exit code 1. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

/**
 * Runs a process, which executes `then` after its start.
 * Returns output and exit code.
 */
async function run(then: string, stop = "console.log('closed')", more = '', env: Record<string, string> = {}) {
  const program = `
    import { createLog } from '#platform/logging.ts'
    import { runProcess } from '#platform/process.ts'
    const alive = setInterval(() => {}, 1_000)
    await runProcess(async () => ({ log: createLog('test'), async stop() { ${stop} }, ${more} }))
    ${then}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { ...process.env, ...env },
  })
  let [said, logged] = ['', '']
  child.stdout.on('data', (text) => {
    said += text
  })
  child.stderr.on('data', (text) => {
    logged += text
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, said, logged }
}

it.each([
  ['an exception', "setTimeout(() => { throw new Error('of nobody') }, 10)"],
  ['a promise', "setTimeout(() => { Promise.reject(new Error('of nobody')) }, 10)"],
  ['what is no error', "setTimeout(() => { Promise.reject('of nobody') }, 10)"],
])('closes in order with exit code 1 after %s that was not caught, and logs it', async (_, then) => {
  const { code, said, logged } = await run(then)
  expect(said).toBe('closed\n')
  expect(logged).toContain('of nobody')
  expect(JSON.parse(logged.split('\n')[0] ?? '')).toMatchObject({ level: 50 })
  expect(code).toBe(1)
})

it('closes once, however many errors follow', async () => {
  const { code, said } = await run("for (const n of [1, 2, 3]) setTimeout(() => { throw new Error('again') }, n)")
  expect({ code, said }).toEqual({ code: 1, said: 'closed\n' })
})

it('ends with exit code 0 on a signal, and with 1 where it could not close', async () => {
  const signal = "setTimeout(() => process.kill(process.pid, 'SIGTERM'), 10)"
  expect(await run(signal)).toMatchObject({ code: 0, said: 'closed\n' })
  const { code, logged } = await run(signal, "throw new Error('it hangs')")
  expect(logged).toContain('it hangs')
  expect(code).toBe(1)
})

it('closes in order with exit code 1, and says why, where its start turns out to have been a bad one', async () => {
  const sound = "sound: new Promise((_, reject) => setImmediate(reject, new Error('The log is damaged.')))"
  expect(await run('', undefined, sound)).toEqual({ code: 1, said: 'closed\n', logged: 'The log is damaged.\n' })
})

it('keeps the compiled code of its start, also if it is killed once it listens', async () => {
  const kept = mkdtempSync(path.join(tmpdir(), 'wastesense-compiled-'))
  // This process is killed from outside with SIGKILL.
  // A normal exit would write the compile cache, so the test would prove nothing.
  const killed = `
    const { execFileSync } = await import('node:child_process')
    const { createServer } = await import('node:http')
    const { listenOnPort } = await import('#platform/http/server.ts')
    await listenOnPort(createServer(), 0, '127.0.0.1')
    execFileSync('kill', ['-9', String(process.pid)])`
  const { code } = await run(killed, undefined, undefined, { NODE_COMPILE_CACHE: kept })
  expect(code).toBe(null)
  const files = readdirSync(kept, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  rmSync(kept, { recursive: true })
})
