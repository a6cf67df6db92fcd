/** Tests backup and restore: a backup under load restores every account. */
import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import { type RunningApp, runProgramUntilExit, startWasteSense } from './running-app.ts'

const folders: string[] = []
const fresh = () => {
  folders.push(mkdtempSync(path.join(tmpdir(), 'wastesense-')))
  return path.join(folders.at(-1) as string, 'folder')
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs a program until it exits.
 * For `start.ts`, the test expects the start to fail.
 */
const run = (
  command: 'tools/backup.ts' | 'tools/restore.ts' | 'start.ts' | 'tools/export.ts',
  dataDir: string,
  ...args: string[]
) => runProgramUntilExit(command, { args, env: { DATA_DIR: dataDir, PORT: '0', SEED: 'none' } })

interface Resident {
  email: string
  name: string
  reportId?: string
}
const PASSWORD = 'a long password'
const PHOTO_HASH = createHash('sha256').update('a photo').digest('hex')
const PHOTO = `blobs/${PHOTO_HASH.slice(0, 2)}/${PHOTO_HASH}`

/** Signs up a resident and reports a full bin, for later checks. */
async function live(app: RunningApp): Promise<Resident> {
  const [email, name] = [`${randomUUID()}@example.com`, `Resident ${randomUUID().slice(0, 6)}`]
  const joined = await call(app, 'signUp', { body: { name, email, password: PASSWORD, zone: 'Ablekuma North' } })
  if (joined.status !== 201) throw new Error(joined.text)
  const reported = await call(app, 'reportBinFull', { token: joined.body.token, body: {} })
  return { email, name, reportId: reported.body.report?.id }
}

/** Expects that the resident can sign in, and that name and report are unchanged. */
async function expectAtHome(app: RunningApp, { email, name, reportId }: Resident): Promise<void> {
  const { status, body } = await call(app, 'signIn', { body: { email, password: PASSWORD } })
  expect([status, body.user?.name]).toEqual([200, name])
  const { body: mine } = await call(app, 'userReports', { token: body.token, id: body.user.id })
  expect(mine.reports.map(({ id }: { id: string }) => id)).toContain(reportId)
}

/**
 * Saves settings repeatedly until `load.over` is true, and counts the saves.
 * Rejects if a save fails.
 */
async function press(app: RunningApp, token: string, load: { over: boolean; taken: number }): Promise<void> {
  for (let n = 0; !load.over; n++) {
    const settings = { darkMode: n % 2 === 0, notifications: {} }
    const { status, text } = await call(app, 'saveSettings', { token, key: randomUUID(), body: settings })
    if (status !== 200) throw new Error(text)
    load.taken++
  }
}

describe('a backup', () => {
  let app: RunningApp
  let restored: RunningApp
  const before: Resident[] = []
  const backup = fresh()
  beforeAll(async () => {
    app = await startWasteSense()
    mkdirSync(path.dirname(path.join(app.dataDir, PHOTO)), { recursive: true })
    writeFileSync(path.join(app.dataDir, PHOTO), 'a photo')
    for (let n = 0; n < 3; n++) before.push(await live(app))
  })
  afterAll(() => Promise.all([app?.clear(), restored?.clear()]))

  it('is taken under load without a call failing, is private and whole, and starts elsewhere', async () => {
    const load = { over: false, taken: 0 }
    const during: Resident[] = []
    // Saves the settings of a dispatcher, because residents' changes are rate-limited.
    const token = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
    const pressing = Promise.all([1, 2, 3].map(() => press(app, token, load)))
    const joining = (async () => {
      while (!load.over && during.length < 4) during.push(await live(app))
    })()
    await eventually(() => expect(load.taken).toBeGreaterThan(3))
    const { code, stdout, stderr } = await run('tools/backup.ts', app.dataDir, backup)
    load.over = true
    await Promise.all([joining, pressing])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Backed up \d+ events to .+, and verified them\.$/m)
    expect(stdout).toMatch(/^(Its newest checkpoint is of .+: the first|Its log has no checkpoint yet)/m)
    expect(readdirSync(backup).sort()).toEqual(['backup.json', 'blobs', 'erased', 'log.db', 'vault.db', 'vault.key'])
    for (const name of ['.', ...(readdirSync(backup, { recursive: true }) as string[])])
      expect([name, statSync(path.join(backup, name)).mode & 0o077]).toEqual([name, 0])

    const dataDir = fresh()
    expect((await run('tools/restore.ts', dataDir, backup)).stdout).toMatch(
      /^Restored \d+ events of .+\. Start with: npm start$/m,
    )
    expect(readFileSync(path.join(dataDir, PHOTO), 'utf8')).toBe('a photo')
    restored = await startWasteSense({ env: { DATA_DIR: dataDir } })
    for (const person of before) await expectAtHome(restored, person)
    // A sign-up during the backup must be restored completely or not at all.
    for (const person of during) {
      const { status, body: session } = await call(restored, 'signIn', {
        body: { email: person.email, password: PASSWORD },
      })
      expect([200, 401]).toContain(status)
      if (status === 200) expect(session.user.name).toBe(person.name)
    }
    await restored.kill('SIGTERM')
  })

  it('never goes into a folder that is not empty, nor without a name', async () => {
    expect(await run('tools/backup.ts', app.dataDir, backup)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is not empty\. Name one that is\.$/),
    })
    expect(await run('tools/backup.ts', app.dataDir)).toMatchObject({
      code: 1,
      stderr: 'Name the folder: npm run backup -- FOLDER',
    })
    expect(await run('tools/backup.ts', fresh(), fresh())).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no WasteSense data in/),
    })
  })

  it('never goes into our folders in the data folder, and is never restored from there', async () => {
    const link = fresh()
    symlinkSync(path.join(app.dataDir, 'restoring'), path.join(path.dirname(link), 'link'))
    cpSync(backup, path.join(app.dataDir, 'restoring'), { recursive: true })
    const ours = { code: 1, stderr: expect.stringMatching(/for its own files\. Name another one\.$/) }
    const within = ['.', 'restoring', 'restoring.ready/x', 'blobs/aa'].map((name) => path.join(app.dataDir, name))
    for (const folder of [...within, path.join(path.dirname(link), 'link')]) {
      expect(await run('tools/backup.ts', app.dataDir, folder)).toMatchObject(ours)
      expect(await run('tools/export.ts', app.dataDir, 'labelled', folder)).toMatchObject(ours)
      expect(await run('tools/restore.ts', app.dataDir, folder)).toMatchObject(ours)
    }
    expect(existsSync(path.join(app.dataDir, 'restoring', 'backup.json'))).toBe(true)
    rmSync(path.join(app.dataDir, 'restoring'), { recursive: true })
    expect(await run('tools/backup.ts', app.dataDir, path.join(app.dataDir, 'backups'))).toMatchObject({ code: 0 })
    rmSync(path.join(app.dataDir, 'backups'), { recursive: true })
  })

  it.runIf(process.platform === 'linux')('says where a folder can not be made, and the server goes on', async () => {
    expect(await run('tools/backup.ts', app.dataDir, '/proc/x')).toMatchObject({
      code: 1,
      stderr: "/proc/x can't be used: it does not exist or cannot be created.",
    })
    expect((await call(app, 'signIn', { body: { email: before[0]?.email, password: PASSWORD } })).status).toBe(200)
  })

  it('is not the only thing that is written to an empty folder alone: so is an export', async () => {
    const [folder, elsewhere] = [fresh(), fresh()]
    mkdirSync(folder)
    symlinkSync(elsewhere, path.join(folder, 'annotations.json'))
    expect(await run('tools/export.ts', app.dataDir, 'labelled', folder)).toMatchObject({
      code: 1,
      stderr: `The folder ${folder} is not empty. Name one that is.`,
    })
    expect(existsSync(elsewhere)).toBe(false)
  })

  it('is not restored over a running server, nor when something in it was changed', async () => {
    expect(await run('tools/restore.ts', app.dataDir, backup)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^WasteSense is running on .+\. Stop it first\.$/),
    })
    const damaged = fresh()
    cpSync(backup, damaged, { recursive: true })
    const bytes = readFileSync(path.join(damaged, 'log.db'))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(path.join(damaged, 'log.db'), bytes)
    const dataDir = fresh()
    expect(await run('tools/restore.ts', dataDir, damaged)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/log\.db does not match its checksum\.$/),
    })
    rmSync(path.join(damaged, 'backup.json'))
    expect(await run('tools/restore.ts', dataDir, damaged)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/holds no complete backup/),
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('says at the next start that its restore was cut off, and is put back when that is repeated', async () => {
    const half = fresh()
    cpSync(backup, path.join(half, 'restoring'), { recursive: true })
    const { code, stderr } = await run('start.ts', half)
    expect([code, stderr.split('\n').at(-1)]).toEqual([
      1,
      `A restore into ${half} was interrupted. Repeat it: npm run restore -- FOLDER`,
    ])
    expect(await run('tools/restore.ts', half, backup)).toMatchObject({ code: 0 })
  })

  it('says what would be lost, keeps it without --replace, and brings nobody back who was erased since', async () => {
    const leaving = before[0] as Resident
    const { body } = await call(app, 'signIn', { body: { email: leaving.email, password: PASSWORD } })
    expect(
      (await call(app, 'deleteAccount', { token: body.token, id: body.user.id, body: { password: PASSWORD } })).status,
    ).toBe(200)
    await app.kill('SIGTERM')

    const refused = await run('tools/restore.ts', app.dataDir, backup)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /^The log in .+ has \d+ events, the backup \d+: [1-9]\d* would be lost\. Nothing was changed\. .+ --replace\.$/,
    )
    const stopped = fresh()
    expect(await run('tools/backup.ts', app.dataDir, stopped)).toMatchObject({ code: 0 })

    expect((await run('tools/restore.ts', app.dataDir, backup, '--replace')).stdout).toMatch(
      /: [1-9]\d* were lost\.\nRestored \d+ events/,
    )
    await app.restart()
    for (const person of before.slice(1)) await expectAtHome(app, person)
    expect((await call(app, 'signIn', { body: { email: leaving.email, password: PASSWORD } })).status).toBe(401)
    const { body: admin } = await call(app, 'signIn', { body: { employee_id: 'ADMIN001', password: app.password } })
    const { text } = await call(app, 'adminUsers', { token: admin.token, query: 'size=100' })
    expect(text).toContain(before[1]?.email)
    expect(text).not.toContain(leaving.email)
    await app.kill('SIGTERM')

    const vault = new DatabaseSync(path.join(app.dataDir, 'vault.db'))
    vault.prepare('DELETE FROM persons WHERE id = (SELECT id FROM persons WHERE key IS NOT NULL LIMIT 1)').run()
    vault.close()
    expect(await run('tools/backup.ts', app.dataDir, fresh())).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^A start with this backup will be refused\. The vault has no key for 1 person \(/),
    })

    expect(await run('tools/restore.ts', app.dataDir, stopped, '--replace')).toMatchObject({ code: 0 })
    await app.restart()
    for (const person of before.slice(1)) await expectAtHome(app, person)
  })
})

describe('an export of corrected photos', () => {
  const GONE_HASH = createHash('sha256').update('a photo of an erased person').digest('hex')
  const box = { id: 'b1', material: 'glass', x0: 0.1, y0: 0.2, x1: 0.6, y1: 0.7 }
  const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }

  /** Creates a log with two corrected photos; only one of them still exists. */
  async function createLog(dataDir: string): Promise<void> {
    mkdirSync(path.dirname(path.join(dataDir, PHOTO)), { recursive: true })
    writeFileSync(path.join(dataDir, PHOTO), 'a photo')
    const log = openSqliteEventStore(path.join(dataDir, 'log.db'))
    for (const picture of [GONE_HASH, PHOTO_HASH]) {
      const asked = { analysisId: picture, picture, width: 200, height: 100, attempt: 1, method: 'yolo' }
      const done = { analysisId: picture, attempt: 1, boxes: [box], annotated: 'drawn' }
      const at = '2026-03-01T00:00:00.000Z'
      const corrected = { analysisId: picture, number: 1, after: { boxes: [box] }, annotated: 'drawn', correctedAt: at }
      const events = Object.entries({ AnalysisRequested: asked, AnalysisCompleted: done, AnalysisCorrected: corrected })
      await log.append(
        `analysis-${picture}`,
        NO_STREAM_REVISION,
        events.map(([type, data]) => ({ id: randomUUID(), type, data, meta })),
      )
    }
    await log.close()
  }
  const exportFrom = (dataDir: string, folder: string) => run('tools/export.ts', dataDir, 'labelled', folder)

  it('leaves out a photo that is gone, and says so', async () => {
    const [dataDir, folder] = [fresh(), fresh()]
    await createLog(dataDir)
    expect(await exportFrom(dataDir, folder)).toMatchObject({
      code: 0,
      stdout: `Wrote 1 photos with 1 boxes to ${folder}. Left out 1 corrected photo: not in ${dataDir}/blobs any more.\n`,
    })
    expect(readFileSync(path.join(folder, 'images', `${PHOTO_HASH}.jpg`), 'utf8')).toBe('a photo')
    const { images, annotations } = JSON.parse(readFileSync(path.join(folder, 'annotations.json'), 'utf8'))
    expect(images.map(({ picture }: { picture: string }) => picture)).toEqual([PHOTO_HASH])
    expect(annotations.map(({ image_id }: { image_id: number }) => image_id)).toEqual([images[0].id])
  })

  it('finishes a restore that was cut off, and leaves no folder behind if it fails', async () => {
    const [dataDir, folder] = [fresh(), fresh()]
    mkdirSync(path.join(dataDir, 'restoring'), { recursive: true })
    expect(await exportFrom(dataDir, folder)).toMatchObject({
      code: 1,
      stderr: `A restore into ${dataDir} was interrupted. Repeat it: npm run restore -- FOLDER`,
    })
    rmSync(path.join(dataDir, 'restoring'), { recursive: true })
    writeFileSync(path.join(dataDir, 'log.db'), 'no database')
    expect(await exportFrom(dataDir, folder)).toMatchObject({ code: 1 })
    expect(existsSync(folder)).toBe(false)

    await createLog(path.join(dataDir, 'restoring.ready'))
    expect(await exportFrom(dataDir, folder)).toMatchObject({ code: 0 })
    expect(existsSync(path.join(dataDir, 'restoring.ready'))).toBe(false)
  })
})
