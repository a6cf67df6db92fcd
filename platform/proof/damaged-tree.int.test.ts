/** Tests that damaged, foreign or outdated tree files never change signatures and proofs. */
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import fs, { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventData } from '#contract/events.ts'
import { waitForNextMillisecond } from '../../tests/fixtures/gate.ts'
import { type EventStore, LOG_START, NO_STREAM_REVISION } from '../event-store/event-store.ts'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { findLostProofTree } from './lost-tree.ts'
import { createLogProver, type LogProver } from './prover.ts'

const VERIFIER = path.join(import.meta.dirname, '../../tools/verifier/verify.mjs')
const EVENTS = 300
const vault = { installationKey: async (name: string) => new Uint8Array(createHash('sha256').update(name).digest()) }

let folder: string
let store: EventStore
const inFolder = (name: string) => path.join(folder, name)
const openLog = (name = 'log.db') => openSqliteEventStore(inFolder(name))
const TREE = ['proof.db', 'proof.db-wal', 'proof.db-shm']
const removeTree = () => TREE.forEach((name) => void rmSync(inFolder(name), { force: true }))

async function happen(count: number, id: () => string = randomUUID): Promise<void> {
  for (let n = 0; n < count; n++) {
    const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
    const event = { id: id(), type: 'BinReportedFull', data: { reportId: `r${n}` }, meta }
    await store.append(`bin-${randomUUID()}`, NO_STREAM_REVISION, [event])
  }
}

/** Copies the log to `backup.db`. */
async function backUpLog(): Promise<void> {
  await store.close()
  cpSync(inFolder('log.db'), inFolder('backup.db'))
  store = openLog()
}

/** Replaces the log by `backup.db`, as by hand. */
async function putBackLog(): Promise<void> {
  await store.close()
  for (const end of ['', '-wal', '-shm']) rmSync(inFolder(`log.db${end}`), { force: true })
  cpSync(inFolder('backup.db'), inFolder('log.db'))
  store = openLog()
}

/** Appends `LogRestored` to the log. */
async function declareRestore(restored: Partial<EventData<'LogRestored'>>): Promise<void> {
  const data = { restoredAt: '2026-03-01T10:00:00.000Z', ...restored }
  const meta = { commandId: 'restore/1', fingerprint: 'system', actor: 'system' }
  await store.append('repairs', NO_STREAM_REVISION, [{ id: randomUUID(), type: 'LogRestored', data, meta }])
}

async function bundleOf(prover: LogProver): Promise<string> {
  let bundle = ''
  for await (const part of (await prover.bundle(0, Number.MAX_SAFE_INTEGER)) ?? []) bundle += part
  return bundle
}

/** Opens a prover and returns its checkpoint, inclusion proofs and event bundle. */
async function proved() {
  const prover = createLogProver({ store, vault, dataDir: folder })
  try {
    const made = await prover.checkpoint()
    const events = await store.readStored(LOG_START, 1_000)
    const positions = events.filter((_, n) => n % 37 === 0).map(({ position }) => position)
    const inclusions = await Promise.all(positions.map((position) => prover.inclusion(position)))
    // A download that finds damage fails, but the next one is complete.
    const bundle = await bundleOf(prover).catch(() => bundleOf(prover))
    return {
      size: made?.size,
      root: made?.root,
      note: made?.note,
      inclusions,
      consistency: await prover.consistency(7),
      bundle,
    }
  } finally {
    prover.close()
  }
}

async function fresh() {
  removeTree()
  return proved()
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tree-'))
  store = openLog()
  await happen(EVENTS)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

it.each([1, 100])('signs and proves the same with %i flipped bits in proof.db', async (flips) => {
  const right = await fresh()
  const whole = readFileSync(inFolder('proof.db'))
  let state = flips
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let run = 0; run < 15; run++) {
    const bytes = Buffer.from(whole)
    for (let n = 0; n < flips; n++) {
      const bit = random(bytes.length * 8)
      bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
    }
    removeTree()
    writeFileSync(inFolder('proof.db'), bytes)
    expect(await proved(), `run ${run}`).toEqual(right)
  }
})

it.each<[string, string]>([
  ['a node of the root', 'level = 8 AND place = 0'],
  ['a leaf', 'level = 0 AND place = 299'],
  ['a node within', 'level = 3 AND place = 5'],
])('does not sign what %s was changed to, though its checksum was not', async (_, where) => {
  const right = await fresh()
  const database = new DatabaseSync(inFolder('proof.db'))
  database.exec(`UPDATE nodes SET hash = zeroblob(32) WHERE ${where}`)
  database.close()
  expect(await proved()).toEqual(right)
})

it('ends no bundle early where a leaf is not found', async () => {
  const right = await fresh()
  const database = new DatabaseSync(inFolder('proof.db'))
  database.exec('DELETE FROM leaves WHERE leaf = 291')
  database.close()
  expect(await proved()).toEqual(right)
})

it('does not take the event of another leaf for that of a leaf', async () => {
  const right = await fresh()
  const database = new DatabaseSync(inFolder('proof.db'))
  database.exec(`UPDATE leaves SET position = -1 WHERE leaf = 37; UPDATE leaves SET position = 38 WHERE leaf = 74;
    UPDATE leaves SET position = 75 WHERE leaf = 37`)
  database.close()
  expect(await proved()).toEqual(right)
})

it.each<[string, number, number, number]>([
  ['a node of the root', 8, 0, 300],
  ['the last leaf', 0, 299, 300],
  ['a last leaf below no other node', 0, 300, 301],
])('does not sign what %s was changed to together with its checksum', async (_, level, place, events) => {
  await happen(events - EVENTS)
  const right = await fresh()
  const database = new DatabaseSync(inFolder('proof.db'))
  const hash = new Uint8Array(32).fill(7)
  const sum = crc32(hash, crc32(`${level} ${place}`))
  database.prepare('UPDATE nodes SET hash = ?, sum = ? WHERE level = ? AND place = ?').run(hash, sum, level, place)
  database.close()
  expect((await proved()).root).toBe(right.root)
})

it('begins again after the log has declared a restore, and before that signs nothing and stays as it is', async () => {
  await backUpLog()
  const ids = Array.from({ length: 20 }, () => randomUUID())
  await happen(20, () => ids.shift() as string)
  const givenUp = await proved()
  await putBackLog()
  await expect(proved()).rejects.toThrow(`proof.db covers ${EVENTS + 20}`)
  await happen(40)
  await expect(proved()).rejects.toThrow(`proof.db covers ${EVENTS + 20}`)
  expect((await findLostProofTree(store, folder))?.size).toBe(EVENTS + 20)
  await declareRestore({ size: EVENTS + 40 })
  await happen(9)
  const grown = await proved()
  expect(grown.size).toBe(EVENTS + 50)
  writeFileSync(inFolder('bundle.jsonl'), grown.bundle)
  const { stdout } = spawnSync(process.execPath, [VERIFIER, inFolder('bundle.jsonl')], { encoding: 'utf8' })
  expect(stdout).toContain(`OK: events 0 to ${EVENTS + 49}`)
  expect(grown.root).not.toBe(givenUp.root)
})

it('signs nothing if the log declares only a restore that gave up other events', async () => {
  await backUpLog()
  await happen(5)
  const { root } = await proved()
  await putBackLog()
  await happen(10)
  await declareRestore({ size: EVENTS + 10, givenUp: { size: EVENTS + 20, root: String(root) } })
  await expect(proved()).rejects.toThrow(`proof.db covers ${EVENTS + 5}`)
  expect((await findLostProofTree(store, folder))?.size).toBe(EVENTS + 5)
})

it('goes on in the file that another process has built anew', async () => {
  const [one, other] = [1, 2].map(() => createLogProver({ store, vault, dataDir: folder })) as [LogProver, LogProver]
  const before = await one.checkpoint()
  removeTree()
  await happen(1)
  expect((await other.checkpoint())?.size).toBe(EVENTS + 1)
  other.close()
  expect((await one.checkpoint())?.size).toBe(EVENTS + 1)
  await happen(1)
  expect((await one.checkpoint())?.size).toBe((before?.size ?? 0) + 2)
  one.close()
  const stored = new DatabaseSync(inFolder('proof.db'), { readOnly: true })
  expect(stored.prepare('SELECT count(*) AS leaves FROM leaves').get()).toEqual({ leaves: EVENTS + 2 })
  stored.close()
})

it('detects another branch by an event’s time if a job appended the same id at the same position', async () => {
  await backUpLog()
  await happen(1, () => '00000000-0000-8000-a000-00000000000a')
  const before = await proved()
  await putBackLog()
  await waitForNextMillisecond()
  await happen(1, () => '00000000-0000-8000-a000-00000000000a')
  await expect(proved()).rejects.toThrow(`proof.db covers ${EVENTS + 1}`)
  const after = await fresh()
  expect(after.size).toBe(before.size)
  expect(after.root).not.toBe(before.root)
})

it('explains a checkpoint of the log that was given up by what the restored log declares, and by nothing that is not proved', async () => {
  await backUpLog()
  await happen(20)
  const givenUp = await proved()
  writeFileSync(inFolder('given-up.txt'), givenUp.note ?? '')
  await happen(5)
  writeFileSync(inFolder('later.txt'), (await proved()).note ?? '')
  await putBackLog()
  await declareRestore({ size: EVENTS, givenUp: { size: EVENTS + 20, root: String(givenUp.root) } })
  await happen(40)
  removeTree()
  const { bundle } = await proved()
  function check(text: string, since: string) {
    writeFileSync(inFolder('bundle.jsonl'), text)
    const args = [VERIFIER, inFolder('bundle.jsonl'), '--since', inFolder(since)]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }
  const explained = check(bundle, 'given-up.txt')
  expect(explained.said).toContain(`restored on 2026-03-01T10:00:00.000Z to its first ${EVENTS} events`)
  expect(explained.said).toContain('which the log names by its root')
  expect(explained.status).toBe(0)
  // The bundle states that the replaced log had 320 events.
  // This checkpoint has 325.
  expect(check(bundle, 'later.txt')).toMatchObject({ status: 1 })

  const [head = '', ...lines] = bundle.split('\n')
  const altered = (change: (head: { declared?: { data: string }[] }) => void) => {
    const read = JSON.parse(head)
    change(read)
    return [JSON.stringify(read), ...lines].join('\n')
  }
  const forged = altered(({ declared }) => {
    if (declared?.[0]) declared[0].data = declared[0].data.replace('"size":320', '"size":999')
  })
  const said = expect.stringContaining('is declared, but does not lead to the signed checkpoint')
  expect(check(forged, 'later.txt')).toMatchObject({ status: 1, said })
  expect(
    check(
      altered((read) => void delete read.declared),
      'given-up.txt',
    ),
  ).toMatchObject({ status: 1 })
})

it('prints what the log declares without control characters, which could hide the next line', async () => {
  await backUpLog()
  await happen(2)
  writeFileSync(inFolder('older.txt'), (await proved()).note ?? '')
  await putBackLog()
  await declareRestore({ size: EVENTS, restoredAt: '2026-03-01\u001b[8m' })
  writeFileSync(inFolder('bundle.jsonl'), (await proved()).bundle)
  const args = [VERIFIER, inFolder('bundle.jsonl'), '--since', inFolder('older.txt')]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout).toContain('this log was restored on 2026-03-01\\u{1b}[8m to its first')
  expect(stdout).not.toContain('\u001b')
})

it('is opened by no other process while one deletes and creates it', async () => {
  const program = `
    const { openProofTree } = await import(${JSON.stringify(path.join(import.meta.dirname, 'tree.ts'))})
    try {
      openProofTree(${JSON.stringify(inFolder('proof.db'))}, {}).close()
      console.log('opened')
    } catch (error) {
      console.log(error.message)
    }`
  const inAnotherProcess = () =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }).stdout.trim()
  const other = new DatabaseSync(inFolder('proof.db'))
  other.exec('CREATE TABLE other (id TEXT)')
  other.close()
  const answers: string[] = []
  const remove = fs.rmSync
  fs.rmSync = (file, options) => {
    remove(file, options)
    if (file === inFolder('proof.db')) answers.push(inAnotherProcess())
  }
  syncBuiltinESMExports()
  try {
    expect((await proved()).size).toBe(EVENTS)
  } finally {
    fs.rmSync = remove
    syncBuiltinESMExports()
  }
  expect(answers).toEqual([expect.stringMatching(/^Another process is opening /)])
  expect(inAnotherProcess()).toBe('opened')
  expect((await proved()).size).toBe(EVENTS)
})

it('is rebuilt although the first attempt to rebuild it fails', async () => {
  const prover = createLogProver({ store, vault, dataDir: folder })
  const before = await prover.checkpoint()
  const other = new DatabaseSync(inFolder('proof.db'))
  other.exec("UPDATE nodes SET hash = x'00'")
  other.close()
  // Another process holds the lock of the file.
  const lock = new DatabaseSync(inFolder('proof.db.lock'))
  lock.exec('BEGIN EXCLUSIVE')
  await expect(prover.checkpoint()).rejects.toThrow('Another process is opening')
  lock.close()
  expect((await prover.checkpoint())?.root).toBe(before?.root)
  prover.close()
})

it('is not overlooked at a start on an older log while another process recovers the file', async () => {
  await store.close()
  cpSync(inFolder('log.db'), inFolder('older.db'))
  store = openLog()
  await happen(5)
  await proved()
  const older = openLog('older.db')
  const other = new DatabaseSync(inFolder('proof.db'))
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
  await expect(findLostProofTree(older, folder)).rejects.toThrow('locked')
  other.close()
  expect((await findLostProofTree(older, folder))?.size).toBe(EVENTS + 5)
  await older.close()
})
