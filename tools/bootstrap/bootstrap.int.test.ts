/**
 * Tests which packages a start or command installs.
 * A stopped start must leave no program and no lock.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const REPOSITORY = path.join(import.meta.dirname, '../..')

/**
 * Fake npm that records its arguments and installs only Node.
 * It starts a child process that runs for NPM_MS milliseconds, and waits for its end.
 */
const NPM = `#!${process.execPath}
const { spawn } = require('node:child_process')
const { appendFileSync, mkdirSync, symlinkSync, writeFileSync } = require('node:fs')
const { NPM_MS = '0', NPM_FAILS } = process.env
const args = process.argv.slice(2)
appendFileSync('npm-calls', args.slice(0, 2).join(' ') + '\\n')
if (NPM_FAILS && (NPM_FAILS === 'always' || args.includes('--prefer-offline'))) {
  console.error('npm error network')
  process.exit(1)
}
const script = spawn(process.execPath, ['-e', 'setTimeout(() => {}, Number(process.argv[1]))', NPM_MS])
writeFileSync('pids', process.pid + ' ' + script.pid)
script.on('exit', () => {
  mkdirSync('node_modules/node/bin', { recursive: true })
  try { symlinkSync(process.execPath, 'node_modules/node/bin/node') } catch {}
  const packages = args.includes('--include=dev') ? { vitest: { dev: true } } : {}
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }, null, 2))
})
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-bootstrap-'))
  for (const name of ['tools/bootstrap.mjs', 'tools/bootstrap']) {
    cpSync(path.join(REPOSITORY, name), path.join(folder, name), { recursive: true })
  }
  mkdirSync(path.join(folder, 'bin'))
  writeFileSync(path.join(folder, 'bin/npm'), NPM, { mode: 0o755 })
  writeFileSync(path.join(folder, 'package.json'), '{}')
  writeFileSync(path.join(folder, 'package-lock.json'), '{ "version": 1 }')
  writeFileSync(path.join(folder, 'entry.mjs'), "console.log('The command ran.')")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(flags: string[], env: Record<string, string> = {}): ChildProcess {
  const args = ['tools/bootstrap.mjs', '--no-build', ...flags, 'entry.mjs']
  const { PATH = '' } = process.env
  const options = { cwd: folder, env: { PATH: `${path.join(folder, 'bin')}${path.delimiter}${PATH}`, ...env } }
  return spawn(process.execPath, args, options)
}

/** Runs a command and waits until it exits. */
async function runToEnd(flags: string[] = [], env: Record<string, string> = {}) {
  const child = start(flags, env)
  const printed = { stdout: '', stderr: '' }
  child.stdout?.on('data', (part) => (printed.stdout += part))
  child.stderr?.on('data', (part) => (printed.stderr += part))
  const [code] = await once(child, 'close')
  return { code, ...printed }
}

const fileIn = (name: string) => path.join(folder, name)
const npmCalls = () =>
  existsSync(fileIn('npm-calls')) ? readFileSync(fileIn('npm-calls'), 'utf8').trim().split('\n') : []

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('installs production packages once, and the development packages when a command needs them', async () => {
  const first = await runToEnd()
  expect(first).toMatchObject({ code: 0, stdout: 'The command ran.\n' })
  expect(first.stderr).toMatch(/^Installing packages…\nInstalling packages… done in \d+ s\n$/)
  expect(await runToEnd()).toMatchObject({ code: 0, stderr: '' })
  expect(npmCalls()).toEqual(['install --omit=dev'])

  await runToEnd(['--include-dev'])
  await runToEnd(['--include-dev'])
  await runToEnd()
  expect(npmCalls()).toEqual(['install --omit=dev', 'install --include=dev'])
})

it("prepares the queue's database again after other packages, not after development packages", async () => {
  await runToEnd()
  mkdirSync(fileIn('dist'))
  writeFileSync(fileIn('dist/queue-database.tar'), '')
  await runToEnd(['--include-dev'])
  expect(existsSync(fileIn('dist/queue-database.tar'))).toBe(true)
  writeFileSync(fileIn('package-lock.json'), '{ "version": 2 }')
  await runToEnd()
  expect(existsSync(fileIn('dist/queue-database.tar'))).toBe(false)
})

it('keeps development packages when other packages are needed', async () => {
  await runToEnd(['--include-dev'])
  writeFileSync(fileIn('package-lock.json'), '{ "version": 2 }')
  await runToEnd()
  expect(npmCalls()).toEqual(['install --include=dev', 'install --include=dev'])
})

it('prints what npm said when it fails, and tries again at the next start', async () => {
  const { code, stdout, stderr } = await runToEnd([], { NPM_FAILS: 'always' })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/npm error network\nThe packages could not be installed \(see above\)\.\n$/)
  expect(existsSync(fileIn('node_modules/.wastesense-lock'))).toBe(false)
  expect((await runToEnd()).code).toBe(0)
})

it('asks the registry where the cache is too old for the lock', async () => {
  expect((await runToEnd([], { NPM_FAILS: 'offline' })).code).toBe(0)
  expect(npmCalls()).toHaveLength(2)
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('ends npm and its scripts on %s before it ends itself, and leaves no lock', async (signal, status) => {
  const child = start([], { NPM_MS: '60000' })
  await expect.poll(() => existsSync(fileIn('pids')), { timeout: 10_000 }).toBe(true)
  const pids = readFileSync(fileIn('pids'), 'utf8').split(' ').map(Number)
  expect(pids.map(isAlive)).toEqual([true, true])
  expect(existsSync(fileIn('node_modules/.wastesense-lock'))).toBe(true)
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([status, null])
  await expect.poll(() => pids.map(isAlive), { timeout: 10_000 }).toEqual([false, false])
  expect(existsSync(fileIn('node_modules/.wastesense-lock'))).toBe(false)
})

it('waits for another start that prepares the folder, and then installs nothing again', async () => {
  const [first, second] = await Promise.all([runToEnd([], { NPM_MS: '1500' }), runToEnd([], { NPM_MS: '1500' })])
  expect([first.code, second.code]).toEqual([0, 0])
  expect(npmCalls()).toEqual(['install --omit=dev'])
  expect(first.stderr + second.stderr).toContain('Another start is preparing this folder; waiting for it.')
})
