/** Tests that impossible starts end with one stderr sentence and code 1. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, runProgramUntilExit, startWasteSense } from './running-app.ts'

/** Starts WasteSense with the given settings and waits until it ends. */
const startBadly = (env: Record<string, string>) =>
  runProgramUntilExit('start.ts', {
    env: { LOG_LEVEL: 'silent', PORT: '0', SEED_HISTORY: 'none', SEED_PASSWORD: 'a demo password', ...env },
  })

async function expectSentence(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, stderr } = await startBadly(env)
  expect(stderr).toMatch(sentence)
  expect(stderr.split('\n')).toHaveLength(1)
  expect(code).toBe(1)
}

// Run these tests concurrently, because a failing start mostly waits.
describe.concurrent('a start', () => {
  let app: RunningApp
  const folders: string[] = []
  const folder = () => {
    folders.push(mkdtempSync(path.join(tmpdir(), 'wastesense-')))
    return folders.at(-1) as string
  }
  /** Data folder that a stopped server left behind. */
  let left: string
  const copyOfWhatWasLeft = () => {
    const copy = folder()
    cpSync(left, copy, { recursive: true })
    return copy
  }
  beforeAll(async () => {
    app = await startWasteSense()
    await app.kill('SIGTERM')
    left = folder()
    cpSync(app.dataDir, left, { recursive: true })
    await app.restart()
  })
  afterAll(async () => {
    await app?.clear()
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  it('with wrong settings, all of them named', () =>
    expectSentence(
      { DATA_DIR: folder(), PORT: 'abc', SEED: 'other', MONGODB_URL: 'http://x' },
      /^Wrong setting: PORT .+; SEED must be demo or none; MONGODB_URL must be a URL .+\.$/,
    ))

  it.each([
    [
      'MONGODB_URL',
      'mongodb://city:secret@127.0.0.1:1/waste',
      /^MongoDB can't be used at 127.0.0.1:1\/waste: .+ECONNREFUSED.+Check MONGODB_URL\.$/,
    ],
    [
      'EVENTSTORE_URL',
      'esdb://127.0.0.1:1?tls=false',
      /^EventStoreDB does not answer: .+ECONNREFUSED.+Check EVENTSTORE_URL\.$/,
    ],
  ])('without the server of %s, which it names', (setting, url, sentence) =>
    expectSentence({ DATA_DIR: folder(), [setting]: url }, sentence),
  )

  it('with a folder of a YOLO model in which there is none', () =>
    expectSentence({ DATA_DIR: folder(), YOLO_MODEL: folder() }, /^YOLO_MODEL: .+model\.json cannot be read: .+\.$/))

  it('with a YOLO model that has a named pipe for its weights, and waits for nobody', async () => {
    const model = folder()
    cpSync('ml/yolo/tiny', model, { recursive: true })
    rmSync(path.join(model, 'group1-shard1of1.bin'))
    execFileSync('mkfifo', [path.join(model, 'group1-shard1of1.bin')])
    await expectSentence(
      { DATA_DIR: folder(), YOLO_MODEL: model },
      /^YOLO_MODEL: .+group1-shard1of1\.bin is not a regular file\.$/,
    )
  })

  it('on data that another process holds', () =>
    expectSentence({ DATA_DIR: app.dataDir }, /in use by another process\.$/))

  it('on a port in use', () =>
    expectSentence({ DATA_DIR: folder(), PORT: new URL(app.url).port }, /^Port \d+ is in use by another program\./))

  it.each(['log.db', 'vault.db'])('on a %s that is no database', (file) => {
    const dataDir = folder()
    writeFileSync(path.join(dataDir, file), 'this is not a database'.repeat(100))
    return expectSentence({ DATA_DIR: dataDir }, /^The (log|vault) .+ can.t be opened: file is not a database\.$/)
  })

  it.each(['overwritten in the middle', 'cut off'])('on a log that was %s', async (how) => {
    const dataDir = copyOfWhatWasLeft()
    const file = path.join(dataDir, 'log.db')
    if (how === 'cut off') truncateSync(file, Math.floor(statSync(file).size / 2))
    else writeSync(openSync(file, 'r+'), Buffer.alloc(5 * 4096, 0xff), 0, 5 * 4096, 2 * 4096)
    await expectSentence({ DATA_DIR: dataDir }, /log/i)
  })

  it.each([
    ['a log that is missing', ['log.db'], /^The log is empty, but the vault beside it is not\. .+\.$/],
    ['a vault that is missing', ['vault.db'], /^The vault is empty, but the log beside it is not, .+\.$/],
    ['a key file that is missing', ['vault.key'], /^The vault's key file .+ is missing\. .+\.$/],
  ])('on %s', (_, [missing = ''], sentence) => {
    const dataDir = copyOfWhatWasLeft()
    for (const name of readdirSync(dataDir)) if (name.startsWith(missing)) rmSync(path.join(dataDir, name))
    return expectSentence({ DATA_DIR: dataDir }, sentence)
  })

  it('on the vault of another installation', async () => {
    const other = await startWasteSense({ env: { SEED: 'none' } })
    await other.kill('SIGTERM')
    folders.push(other.dataDir)
    const dataDir = copyOfWhatWasLeft()
    for (const name of ['vault.db', 'vault.key']) cpSync(path.join(other.dataDir, name), path.join(dataDir, name))
    await expectSentence({ DATA_DIR: dataDir }, /^The log and the vault belong to different installations\. .+\.$/)
  })

  it('a log with a damaged event in it', async () => {
    const dataDir = copyOfWhatWasLeft()
    const file = path.join(dataDir, 'log.db')
    const text = readFileSync(file, 'latin1')
    expect(text).toContain('{"siteId":"WS002"')
    writeFileSync(file, text.replaceAll('{"siteId":"WS002"', 'x"siteId":"WS002"'), 'latin1')
    await expectSentence(
      { DATA_DIR: dataDir },
      /^The log is damaged: event \d+, revision 0 of site-WS002, does not match/,
    )
  })
})
