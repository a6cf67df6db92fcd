/** Tests that proofs match a restored log, whichever derived files are left in the data folder. */
import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const VERIFIER = path.join(ROOT, 'tools/verifier/verify.mjs')
/** Matches the files that are derived from the log alone. */
const DERIVED = /^(proof|history|past|views)\.db/
const FLIPS = 100

let scratch: string
let app: RunningApp
const inScratch = (name: string) => path.join(scratch, name)

function run(command: string, dataDir: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', SEED: 'none' }
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: ROOT, env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

const auditor = async () =>
  (await call(app, 'signIn', { body: { employee_id: 'AUD001', password: app.password } })).body.token as string

async function act(times: number): Promise<void> {
  const body = {
    name: 'Ama',
    email: `${randomUUID()}@example.com`,
    password: 'a long password',
    zone: 'Ablekuma North',
  }
  const joined = await call(app, 'signUp', { body })
  if (joined.status !== 201) throw new Error(joined.text)
  for (let n = 0; n < times; n++) {
    const settings = { darkMode: n % 2 === 0, notifications: {} }
    await call(app, 'saveSettings', { token: joined.body.token, key: randomUUID(), body: settings })
  }
}

/** Reads what the server derives from the log: checkpoint, audit history and a past moment. */
async function audit() {
  const token = await auditor()
  const note = (await call(app, 'checkpoint')).text
  const events = await eventually(async () => {
    const { status, body } = await call(app, 'auditEvents', { token, query: 'limit=1' })
    expect([status, body.preparing]).toEqual([200, undefined])
    return body.events.length + body.older + body.newer
  })
  await eventually(async () => {
    const { status } = await call(app, 'activeReports', { token, query: `at=${new Date().toISOString()}` })
    expect(status).toBe(200)
  })
  return { token, note, size: Number(note.split('\n')[1]), events: events as number }
}

async function verified(token: string, ...since: string[]) {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const file = inScratch(`${randomUUID()}.jsonl`)
  const exported = await call(app, 'auditBundle', { token, query: `from=${day(-2)}&to=${day(2)}` })
  expect(exported.status, exported.text.slice(0, 300)).toBe(200)
  writeFileSync(file, exported.text)
  const { body } = await call(app, 'proof', { token })
  const args = [VERIFIER, file, '--key', body.key, ...since.flatMap((name) => ['--since', inScratch(name)])]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

const derived = (folder: string) => readdirSync(folder).filter((name) => DERIVED.test(name))
function remove(): void {
  for (const name of derived(app.dataDir)) rmSync(path.join(app.dataDir, name))
}
function copy(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of derived(from)) cpSync(path.join(from, name), path.join(to, name))
}

function flipBits(file: string, seed: number): void {
  const bytes = readFileSync(file)
  let state = seed
  for (let n = 0; n < FLIPS; n++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const bit = Math.floor((state / 2 ** 32) * bytes.length * 8)
    bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
  }
  writeFileSync(file, bytes)
}

describe('after a restore', () => {
  let before: Awaited<ReturnType<typeof audit>>
  let givenUp: Awaited<ReturnType<typeof audit>>

  beforeAll(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), 'restored-'))
    app = await startWasteSense()
    await act(5)
    before = await audit()
    writeFileSync(inScratch('before.txt'), before.note)
    const pressing = Promise.all([act(20), act(20)])
    expect(await run('tools/backup.ts', app.dataDir, inScratch('backup'))).toMatchObject({ code: 0 })
    await pressing
    await act(10)
    await audit()
    await app.kill('SIGTERM')
    copy(app.dataDir, inScratch('another-day'))
    await app.restart()
    await act(10)
    givenUp = await audit()
    writeFileSync(inScratch('given-up.txt'), givenUp.note)
    await app.kill('SIGTERM')
    cpSync(app.dataDir, inScratch('data'), { recursive: true })
  })
  // Ends the process after a failed test, because it would lock the data folder.
  afterEach(() => app.kill('SIGKILL'))
  afterAll(async () => {
    await app?.clear()
    rmSync(scratch, { recursive: true, force: true })
  })

  it.each<[string, () => void, boolean?]>([
    ['kept', () => undefined, true],
    ['put back', () => copy(inScratch('data'), app.dataDir)],
    ['deleted', remove],
    [
      'of another day',
      () => {
        remove()
        copy(inScratch('another-day'), app.dataDir)
      },
    ],
    [
      'kept with flipped bits',
      () => derived(app.dataDir).forEach((name, n) => void flipBits(path.join(app.dataDir, name), n + 1)),
    ],
  ])('with files beside the log that are %s', async (_, change, startsTwice = false) => {
    rmSync(app.dataDir, { recursive: true })
    cpSync(inScratch('data'), app.dataDir, { recursive: true })
    expect(await run('tools/restore.ts', app.dataDir, inScratch('backup'), '--replace')).toMatchObject({ code: 0 })
    change()
    await app.restart()
    const { token, size, events } = await audit()
    // The restored log has fewer events than the abandoned one.
    // Signing in adds an event, so log and checkpoint differ by at most two.
    expect(size).toBeLessThan(givenUp.size)
    expect(Math.abs(events - size)).toBeLessThan(3)
    expect(await verified(token, 'before.txt')).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^OK: events 0 to/),
    })
    const { status, said } = await verified(token, 'given-up.txt')
    expect(said).toMatch(
      new RegExp(
        `restored on .+ to its first \\d+ events.+ over ${givenUp.size} events belongs to the branch given up`,
        's',
      ),
    )
    expect(status).toBe(0)
    await app.kill('SIGTERM')
    if (!startsTwice) return
    expect(await run('tools/backup.ts', app.dataDir, inScratch(randomUUID()))).toMatchObject({ code: 0 })
    // Restarts without declaring a restore.
    // The proofs must then also cover the newer events.
    await app.restart()
    const again = await audit()
    expect(again.size).toBeGreaterThan(size)
    expect((await verified(again.token)).said).toMatch(/^OK/)
    await app.kill('SIGTERM')
  })

  it('of an older backup, and then of a newer one', async () => {
    rmSync(app.dataDir, { recursive: true })
    cpSync(inScratch('data'), app.dataDir, { recursive: true })
    const newer = inScratch(randomUUID())
    expect(await run('tools/backup.ts', app.dataDir, newer)).toMatchObject({ code: 0 })
    expect(await run('tools/restore.ts', app.dataDir, inScratch('backup'), '--replace')).toMatchObject({ code: 0 })
    await app.restart()
    const between = await audit()
    writeFileSync(inScratch('between.txt'), between.note)
    await app.kill('SIGTERM')
    expect(await run('tools/restore.ts', app.dataDir, newer, '--replace')).toMatchObject({ code: 0 })
    // Starts and stops the app twice.
    // During this time nobody requests a proof.
    for (let starts = 0; starts < 2; starts++) {
      await app.restart()
      await app.kill('SIGTERM')
    }
    expect(await run('tools/repair.ts', app.dataDir)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/nothing to repair/),
    })
    await app.restart()
    const { token, size } = await audit()
    expect(size).toBeGreaterThan(between.size)
    const { status, said } = await verified(token, 'given-up.txt', 'between.txt')
    expect(said).toMatch(/^OK: events 0 to/)
    expect(said).toContain(`over ${between.size} events belongs to the branch given up`)
    expect(status).toBe(0)
    const { body } = await call(app, 'auditEvents', { token, query: 'limit=200' })
    expect(JSON.stringify(body)).toMatch(/restored to its first \d+ events; \d+ later events dropped/)
    await app.kill('SIGTERM')
  })
})
