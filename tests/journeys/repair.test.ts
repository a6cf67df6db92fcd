/**
 * Tests logs that were restored to an earlier state or contradict a signed checkpoint.
 * Starting the server or a backup reports the problem; `npm run repair` accepts the log.
 */
import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventStore, LOG_START, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { call } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const VERIFIER = path.join(ROOT, 'tools/verifier/verify.mjs')
/**
 * The tested start should be refused.
 * If it is not, the process is killed after this time in ms.
 */
const REFUSED_WITHIN_MS = 40_000

function run(command: string, dataDir: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', SEED: 'none' }
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: ROOT, env, timeout: REFUSED_WITHIN_MS }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
}

describe('a log that was rolled back', () => {
  let scratch: string
  let app: RunningApp
  let sizes: { early: number; late: number }
  const inScratch = (name: string) => path.join(scratch, name)
  const note = async () => (await call(app, 'checkpoint')).text
  const sizeOf = (checkpoint: string) => Number(checkpoint.split('\n')[1])

  async function act(): Promise<void> {
    for (let n = 0; n < 5; n++) {
      const email = `${randomUUID()}@example.com`
      const body = { name: 'Ama', email, password: 'a long password', zone: 'Ablekuma North' }
      const { status, text } = await call(app, 'signUp', { body })
      if (status !== 201) throw new Error(text)
    }
  }
  /** Exports all events, and verifies them against the newest checkpoint before the rollback. */
  async function verifyBundle() {
    const { body } = await call(app, 'signIn', { body: { employee_id: 'AUD001', password: app.password } })
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const query = `from=${day(-2)}&to=${day(2)}`
    writeFileSync(inScratch('bundle.jsonl'), (await call(app, 'auditBundle', { token: body.token, query })).text)
    const args = [VERIFIER, inScratch('bundle.jsonl'), '--since', inScratch('late.txt')]
    return spawnSync(process.execPath, args, { encoding: 'utf8' })
  }
  async function inLog<T>(work: (log: EventStore) => Promise<T>): Promise<T> {
    const log = openSqliteEventStore(path.join(app.dataDir, 'log.db'))
    return work(log).finally(() => log.close())
  }
  function rollBack(): void {
    rmSync(app.dataDir, { recursive: true })
    cpSync(inScratch('late'), app.dataDir, { recursive: true })
    for (const end of ['', '-wal', '-shm']) rmSync(path.join(app.dataDir, `log.db${end}`), { force: true })
    for (const name of readdirSync(inScratch('early')))
      if (name.startsWith('log.db')) cpSync(path.join(inScratch('early'), name), path.join(app.dataDir, name))
  }

  beforeAll(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), 'rolled-back-'))
    app = await startWasteSense()
    await act()
    const early = sizeOf(await note())
    await app.kill('SIGTERM')
    cpSync(app.dataDir, inScratch('early'), { recursive: true })
    await app.restart()
    await act()
    await app.kill('SIGTERM')
    // Each start records the length of the log in the vault.
    await app.restart()
    const late = await note()
    writeFileSync(inScratch('late.txt'), late)
    sizes = { early, late: sizeOf(late) }
    await app.kill('SIGTERM')
    cpSync(app.dataDir, inScratch('late'), { recursive: true })
  })
  afterAll(async () => {
    await app?.clear()
    rmSync(scratch, { recursive: true, force: true })
  })

  it('does not start beside proofs that know more, and names the command that accepts it', async () => {
    rollBack()
    const { code, said } = await run('start.ts', app.dataDir)
    expect(said).toContain(`proof.db covers ${sizes.late} events`)
    expect(said).toContain('npm run repair -- --accept')
    expect(code).toBe(1)
  })

  it('does not start beside a vault that knows more, though the proofs are gone', async () => {
    rollBack()
    for (const name of readdirSync(app.dataDir)) if (name.startsWith('proof.db')) rmSync(path.join(app.dataDir, name))
    const { code, said } = await run('start.ts', app.dataDir)
    expect(said).toContain('The log lacks events that the vault has recorded')
    expect(code).toBe(1)
  })

  it('is accepted by the command, which first says what it would do, and declares it for the verifier', async () => {
    rollBack()
    const would = await run('tools/repair.ts', app.dataDir)
    expect(would.said).toMatch(/^Would be accepted: events \d+ to \d+ are not in the log\. .+\nNothing was changed\./)
    expect(await run('start.ts', app.dataDir)).toMatchObject({ code: 1 })
    expect(await run('tools/repair.ts', app.dataDir, '--accept')).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /^Accepted: events \d+ to \d+ are not in the log\. The log continues from its first \d+ events\./,
      ),
    })
    await app.restart()
    expect(sizeOf(await note())).toBeLessThan(sizes.late)
    const { status, stdout } = await verifyBundle()
    expect(stdout).toMatch(/^OK: /)
    expect(stdout).toContain(
      `over ${sizes.late} events belongs to the branch given up, which the log names by its root`,
    )
    expect(status).toBe(0)
    await app.kill('SIGTERM')
    expect(await run('tools/repair.ts', app.dataDir)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/nothing to repair/),
    })
  })

  it('is declared by the command if it was put back on a new machine, where nothing shows it', async () => {
    const putBack = () => {
      rmSync(app.dataDir, { recursive: true })
      cpSync(inScratch('early'), app.dataDir, { recursive: true })
    }
    const repair = (...args: string[]) => run('tools/repair.ts', app.dataDir, ...args)
    putBack()
    expect((await repair()).said).toMatch(/ nothing to repair\. .+ The log has \d+ events\./)
    await app.restart()
    expect(await verifyBundle()).toMatchObject({ status: 1 })
    await app.kill('SIGTERM')
    for (const wrong of ['0', '5.5', 'all', '9999'])
      expect(await repair('--restored', wrong)).toMatchObject({ code: 1, said: expect.stringContaining(': 1 to ') })
    expect(await repair('--restored', String(sizes.early))).toMatchObject({ code: 0 })
    expect(await repair('--restored', String(sizes.early))).toMatchObject({ code: 1 })
    await app.restart()
    const { status, stdout } = await verifyBundle()
    expect(stdout).toContain(`Events ${sizes.early} to ${sizes.late - 1} of that branch are not in this log`)
    expect(status).toBe(0)
    await app.kill('SIGTERM')
  })

  it('starts again with the right log, also if a shorter one was accepted before', async () => {
    rollBack()
    const resident = await inLog(async (log) => {
      const events = await log.readStored(LOG_START, 1_000)
      const registered = events.findLast(
        ({ type, data }) => type === 'AccountRegistered' && data.includes('"resident"'),
      )
      return JSON.parse(registered?.data ?? '').userId as string
    })
    appendFileSync(path.join(app.dataDir, 'erased'), `${resident}\n`)
    expect(await run('tools/repair.ts', app.dataDir, '--accept')).toMatchObject({ code: 0 })
    cpSync(path.join(inScratch('late'), 'log.db'), path.join(app.dataDir, 'log.db'))
    const refused = await run('start.ts', app.dataDir)
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('npm run repair -- --accept') })
    expect((await run('tools/repair.ts', app.dataDir)).said).toMatch(
      /^Would be accepted: the log was replaced after a restore/,
    )
    expect(await run('tools/repair.ts', app.dataDir, '--accept')).toMatchObject({ code: 0 })
    await app.restart()
    expect(sizeOf(await note())).toBeGreaterThanOrEqual(sizes.late)
    expect(await verifyBundle()).toMatchObject({ status: 0 })
    await app.kill('SIGTERM')
    // The shorter log's first start would have recorded the erasure.
    const events = await inLog((log) => log.readStream(`account-${resident}`))
    expect(events.map(({ type }) => type)).toContain('AccountErased')
  })

  it('names what an unrecorded restore gave up, also if the log was replaced after it', async () => {
    rmSync(app.dataDir, { recursive: true })
    cpSync(inScratch('early'), app.dataDir, { recursive: true })
    cpSync(path.join(inScratch('late'), 'proof.db'), path.join(app.dataDir, 'proof.db'))
    expect(await run('tools/repair.ts', app.dataDir, '--accept')).toMatchObject({ code: 0 })
    for (const name of readdirSync(app.dataDir)) if (name.startsWith('proof.db')) rmSync(path.join(app.dataDir, name))
    const meta = { commandId: 'c', fingerprint: '', actor: 'system' }
    const event = { id: randomUUID(), type: 'KeyClaimed', data: { claimedAt: '2026-03-01T10:00:00.000Z' }, meta }
    await inLog((log) => log.append('command-c', NO_STREAM_REVISION, [event]))
    const accepted = await run('tools/repair.ts', app.dataDir, '--accept')
    expect(accepted.said).toContain(`to ${sizes.late} are not in the log`)
    await app.restart()
    const { status, stdout } = await verifyBundle()
    expect(stdout).toContain(`over ${sizes.late} events belongs to the branch given up`)
    expect(status).toBe(0)
    await app.kill('SIGTERM')
  })

  it('also if it has grown past what was signed, and names how many events both have in common', async () => {
    rmSync(app.dataDir, { recursive: true })
    cpSync(inScratch('early'), app.dataDir, { recursive: true })
    await app.restart()
    for (let n = 0; n < 3; n++) await act()
    await app.kill('SIGTERM')
    for (const name of readdirSync(app.dataDir)) if (name.startsWith('proof.db')) rmSync(path.join(app.dataDir, name))
    cpSync(path.join(inScratch('late'), 'proof.db'), path.join(app.dataDir, 'proof.db'))
    expect((await run('tools/repair.ts', app.dataDir, '--accept')).said).toContain(
      `events ${sizes.early + 1} to ${sizes.late} are not in the log`,
    )
    await app.restart()
    expect(sizeOf(await note())).toBeGreaterThan(sizes.late)
    const { status, stdout } = await verifyBundle()
    expect(stdout).toContain(`over ${sizes.late} events belongs to the branch given up`)
    expect(status).toBe(0)
    await app.kill('SIGTERM')
  })

  it('and a checkpoint that does not fit keeps a backup from being taken until it is withdrawn', async () => {
    rmSync(app.dataDir, { recursive: true })
    cpSync(inScratch('late'), app.dataDir, { recursive: true })
    const log = openSqliteEventStore(path.join(app.dataDir, 'log.db'))
    const wrong = {
      checkpointId: '2026-03-01T10',
      size: 9_999,
      root: 'AAAA',
      note: 'n',
      madeAt: '2026-03-01T10:00:00.000Z',
    }
    const meta = { commandId: 'job/checkpoint-2026-03-01T10', fingerprint: 'system', actor: 'system' }
    await log.append('checkpoint-2026-03-01T10', NO_STREAM_REVISION, [
      { id: randomUUID(), type: 'CheckpointMade', data: wrong, meta },
    ])
    await log.close()
    const refused = await run('tools/backup.ts', app.dataDir, inScratch('first'))
    expect(refused.code).toBe(1)
    expect(refused.said).toMatch(
      /The log is damaged: the checkpoint of 2026-03-01T10 is over 9999 events, and \d+ came/,
    )
    expect(refused.said).toContain('npm run repair')
    expect((await run('tools/repair.ts', app.dataDir)).said).toMatch(
      /^Would be withdrawn: the checkpoint of 2026-03-01T10/,
    )
    expect((await run('tools/repair.ts', app.dataDir, '--accept')).said).toMatch(
      /^Withdrawn: the checkpoint of 2026-03-01T10/,
    )
    expect(await run('tools/backup.ts', app.dataDir, inScratch('second'))).toMatchObject({ code: 0 })
    await app.restart()
    const { body } = await call(app, 'signIn', { body: { employee_id: 'AUD001', password: app.password } })
    const { body: made } = await call(app, 'checkpoints', { token: body.token })
    expect(made.checkpoints).toContainEqual(expect.objectContaining({ id: '2026-03-01T10', withdrawn: true }))
    await app.kill('SIGTERM')
  })
})
