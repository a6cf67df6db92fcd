/** Tests the proofs with an independent verifier, which must name tampered events. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitForNextMillisecond } from '../../tests/fixtures/gate.ts'
import { checksumOf } from '../event-store/checksum.ts'
import { type EventStore, NO_STREAM_REVISION } from '../event-store/event-store.ts'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { openCheckpoint } from './note.ts'
import { createLogProver, type LogProver } from './prover.ts'
import { LEAVES_PER_SEARCH, prepareTreeStatements } from './tree.ts'

const VERIFIER = path.join(import.meta.dirname, '../../tools/verifier/verify.mjs')
const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
/** Vault whose installation keys are hashes of their names. */
const vault = {
  installationKey: async (name: string) => new Uint8Array(createHash('sha256').update(name).digest()),
}

let folder: string
let store: EventStore
let prover: LogProver
const open = () => {
  store = openSqliteEventStore(path.join(folder, 'log.db'))
  prover = createLogProver({ store, vault, dataDir: folder })
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'proof-'))
  open()
})
afterEach(async () => {
  prover.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

async function happen(from: number, to: number) {
  const appended: Promise<unknown>[] = []
  for (let n = from; n < to; n++) {
    const event = {
      id: crypto.randomUUID(),
      type: 'BinReportedFull',
      // The event's text includes characters that some line readers take for a line break.
      data: { reportId: `r${n}`, words: 'Voll – „ja“\u2028\u2029\u0085' },
      meta,
    }
    appended.push(store.append(`bin-u${n}`, NO_STREAM_REVISION, [event]))
  }
  await Promise.all(appended)
}

async function exported(name = 'bundle.jsonl', [from, to] = [0, Number.MAX_SAFE_INTEGER]) {
  const lines = await prover.bundle(from, to)
  let text = ''
  for await (const part of lines ?? []) text += part
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

function check(file: string, ...more: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, file, ...more], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/**
 * Changes the lines of an exported event bundle.
 * The first line is the header.
 */
function tamper(file: string, how: (lines: string[]) => string[]) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  writeFileSync(file, `${how(lines).join('\n')}\n`)
  return file
}
/** Returns the hash of an event from its line. */
function leafOf({ stream, revision, id, type, at, data, meta }: Record<string, unknown>) {
  const bytes = Buffer.from([stream, revision, id, type, at, data, meta].join('\n'))
  return createHash('sha256').update(Buffer.of(0)).update(bytes).digest('base64')
}
const altered = (line: string | undefined, with_: object) => JSON.stringify({ ...JSON.parse(line ?? ''), ...with_ })

it('has no checkpoint of a log without events', async () => {
  expect(await prover.checkpoint()).toBeUndefined()
  expect(await prover.bundle(0, Date.now())).toBeUndefined()
})

it('signs the log, and continues after a restart', async () => {
  await happen(0, 5)
  const first = await prover.checkpoint()
  expect(openCheckpoint(first?.note ?? '', await prover.verifierKey())).toMatchObject({ size: 5 })
  prover.close()
  await store.close()
  open()
  expect(await prover.checkpoint()).toEqual(first)
  await happen(5, 700)
  expect((await prover.checkpoint())?.size).toBe(700)
  expect(await prover.consistency(5)).toMatchObject({ from: 5, to: 700 })
  expect(await prover.consistency(701)).toBeUndefined()
  expect((await prover.inclusion(3))?.index).toBe(2)
  expect(await prover.inclusion(3, 2)).toBeUndefined()
  expect(await prover.inclusion(999)).toBeUndefined()
})

it('exports all events recorded in a period, also where the clock was wrong between them', async () => {
  const days = ['2026-03-01', '2027-03-01', '2026-03-01', '2025-03-01', '2026-03-02']
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const [n, day] of days.entries()) {
    vi.setSystemTime(`${day}T10:00:00.000Z`)
    await happen(n, n + 1)
  }
  vi.useRealTimers()
  const DAY_MS = 86_400_000
  const indexes = async (day: string) => {
    const file = await exported(`${day}.jsonl`, [Date.parse(day), Date.parse(day) + DAY_MS])
    const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
    if (lines.length > 0) expect(check(file).said).toMatch(/^OK: /)
    return lines.map((line) => JSON.parse(line).index)
  }
  expect(await indexes('2026-03-01')).toEqual([0, 1, 2])
  expect(await indexes('2025-03-01')).toEqual([3])
  expect(await indexes('2027-03-01')).toEqual([1])
  expect(await indexes('2026-03-02')).toEqual([4])
  expect(await indexes('2026-03-03')).toEqual([])
})

it('is the same tree when it is made again of the log', async () => {
  await happen(0, 300)
  const first = await prover.checkpoint()
  prover.close()
  for (const file of ['proof.db', 'proof.db-wal', 'proof.db-shm']) rmSync(path.join(folder, file), { force: true })
  prover = createLogProver({ store, vault, dataDir: folder })
  expect((await prover.checkpoint())?.root).toBe(first?.root)
})

async function changeKey(number: number) {
  const data = { number, key: await prover.verifierKeyOf(number), previous: await prover.verifierKeyOf(number - 1) }
  const change = { id: crypto.randomUUID(), type: 'CheckpointKeyChanged', data, meta }
  await store.append('checkpointkey', number === 2 ? NO_STREAM_REVISION : number - 3, [change])
}

it('signs with the key in the log, and with the one before it', async () => {
  await happen(0, 3)
  const keys = [await prover.verifierKey()]
  const first = await prover.checkpoint()
  for (const number of [2, 3]) {
    await changeKey(number)
    keys.push(await prover.verifierKey())
  }
  expect(new Set(keys).size).toBe(3)
  const note = (await prover.checkpoint())?.note ?? ''
  expect(keys.map((key) => openCheckpoint(note, key)?.size)).toEqual([undefined, 5, 5])
  expect(keys.map((key) => openCheckpoint(first?.note ?? '', key)?.size)).toEqual([3, undefined, undefined])
})

it('signs nothing with another key than the log names, until the key is changed', async () => {
  await happen(0, 3)
  await changeKey(2)
  prover.close()
  const older = { installationKey: (name: string) => vault.installationKey(name.replace('-2', '-made-anew')) }
  prover = createLogProver({ store, vault: older, dataDir: folder })
  await expect(prover.checkpoint()).rejects.toThrow('is not the one that the log names')
  await expect(prover.verifierKey()).rejects.toThrow('is not the one that the log names')
  expect(prover.problems()).toEqual([{ reason: expect.stringContaining('Nothing is signed') }])
  await changeKey(3)
  expect((await prover.checkpoint())?.size).toBe(5)
  expect(prover.problems()).toEqual([])
})

describe('the verifier', () => {
  it('holds a bundle against what an earlier key has signed', async () => {
    await happen(0, 3)
    const older = path.join(folder, 'older.txt')
    writeFileSync(older, (await prover.checkpoint())?.note ?? '')
    const [, now] = [await changeKey(2), await prover.verifierKey()]
    await changeKey(3)
    const [first, last] = [await prover.verifierKeyOf(1), await prover.verifierKey()]
    const bundle = await exported()
    expect(check(bundle, '--key', now, '--since', older)).toMatchObject({ status: 1 })
    expect(check(bundle, '--key', first, '--since', older)).toMatchObject({ status: 1 })
    expect(check(bundle, '--key', first, '--key', last, '--since', older)).toMatchObject({ status: 0 })
    expect(check(bundle, '--key', now)).toMatchObject({ status: 0 })
  })

  it.each([1, 2, 3, 255, 256, 257, 600])('finds nothing in a whole log of %i events', async (events) => {
    await happen(0, events)
    const { status, said } = check(await exported(), '--key', await prover.verifierKey())
    expect(said).toContain(`OK: events 0 to ${events - 1}`)
    expect(status).toBe(0)
  })

  it('checks a part of the log', async () => {
    await happen(0, 90)
    await waitForNextMillisecond()
    const from = Date.now()
    await happen(90, 211)
    const before = path.join(folder, 'before.txt')
    writeFileSync(before, (await prover.checkpoint())?.note ?? '')
    await happen(211, 400)
    await waitForNextMillisecond()
    const to = Date.now()
    await waitForNextMillisecond()
    await happen(400, 450)
    expect(check(await exported('part.jsonl', [from, to]), '--since', before)).toMatchObject({
      status: 0,
      said: expect.stringContaining('events 90 to 399'),
    })
  })

  it.each([
    [
      'an altered event',
      (l: string[]) => l.with(43, altered(l[43], { data: '{"reportId":"r999"}' })),
      /event 42, BinReportedFull .*bin-u42.*not as it was recorded/,
    ],
    ['another time', (l: string[]) => l.with(8, altered(l[8], { at: 1 })), /event 7, .*not as it was recorded/],
    ['a removed event', (l: string[]) => l.toSpliced(11, 1), /event 10 is missing/],
    ['removed events at the end', (l: string[]) => l.slice(0, -3), /events 297 to 299 are missing at the end/],
    ['an added event', (l: string[]) => [...l, altered(l[1], { index: 300 })], /was added/],
    ['two that changed places', (l: string[]) => l.with(5, l[6] ?? '').with(6, l[5] ?? ''), /event 4, .*another place/],
    [
      'two that changed places and indexes',
      (l: string[]) => l.with(5, altered(l[6], { index: 4 })).with(6, altered(l[5], { index: 5 })),
      /do not lead to the signed checkpoint.*among events 0 to 255/,
    ],
    ['a line that was cut off', (l: string[]) => l.with(20, (l[20] ?? '').slice(0, 30)), /no JSON/],
    [
      'another checkpoint',
      (l: string[]) =>
        l.with(0, altered(l[0], { checkpoint: JSON.parse(l[0] ?? '').checkpoint.replace('300', '299') })),
      /not signed/,
    ],
    [
      'events added after the last that was signed',
      (l: string[]) => {
        const forged = { ...JSON.parse(l[1] ?? ''), index: 300, id: 'forged' }
        return [...l.with(0, altered(l[0], { end: 301 })), JSON.stringify({ ...forged, hash: leafOf(forged) })]
      },
      /events 300 to 300 were added: the checkpoint is of 300 events/,
    ],
    ['what a line says besides', (l: string[]) => l.with(3, altered(l[3], { by: 'u1' })), /event 2, .*says more than/],
    [
      'a field that a line says twice',
      (l: string[]) => l.with(3, (l[3] ?? '').replace('"data":', '"data":"{}","data":')),
      /event 2, .*says more than/,
    ],
    [
      'a field of another type',
      (l: string[]) => l.with(3, altered(l[3], { revision: String(JSON.parse(l[3] ?? '').revision) })),
      /event 2, .*says more than/,
    ],
    ['a line that is no event', (l: string[]) => l.toSpliced(4, 0, 'null'), /after event 2: a line is no event/],
    [
      'another hash beside another event',
      (l: string[]) => {
        const forged = JSON.parse(altered(l[9], { data: '{}' }))
        return l.with(9, JSON.stringify({ ...forged, hash: leafOf(forged) }))
      },
      /do not lead to the signed checkpoint.*among events 0 to 255/,
    ],
  ])('names %s', async (_what, how, named) => {
    await happen(0, 300)
    const { status, said } = check(tamper(await exported(), how))
    expect(said).toMatch(named)
    expect(status).toBe(1)
  })

  it.each([
    ['no events', { begin: 3, end: 3 }],
    ['fewer than none', { begin: 5, end: 3 }],
    ['parts of events', { begin: 0.5 }],
    ['far too many events', { end: 2 ** 60 }],
    ['no list of hashes', { left: 'x' }],
    ['hashes of another length', { right: ['AAAA'] }],
  ])('does not check what names %s', async (_what, head) => {
    await happen(0, 10)
    const { status, said } = check(tamper(await exported(), (l) => l.with(0, altered(l[0], head))))
    expect([status, said]).toEqual([2, expect.stringContaining('It could not be checked: its first line')])
  })

  it('reports a request that it does not understand, and checks nothing', async () => {
    await happen(0, 3)
    const bundle = await exported()
    const not = (why: string) => ({ status: 2, said: expect.stringContaining(why) })
    expect(check(bundle, '--keys', await prover.verifierKey())).toMatchObject(not('--keys is no option'))
    expect(check(bundle, '--toString', 'x')).toMatchObject(not('no option'))
    expect(check(bundle, '--since')).toMatchObject(not('--since needs a value'))
  })

  it('names the events that are gone where a kept checkpoint is of more', async () => {
    await happen(0, 6)
    const short = await exported()
    await happen(6, 9)
    const kept = path.join(folder, 'kept.txt')
    writeFileSync(kept, (await prover.checkpoint())?.note ?? '')
    expect(check(short, '--since', kept)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/is of 9 events, .* of 6: .*events 6 to 8 were removed/),
    })
  })

  it('detects a log that was recreated with another key', async () => {
    await happen(0, 10)
    const key = await prover.verifierKey()
    const forger = createLogProver({
      store,
      vault: { installationKey: async () => new Uint8Array(32).fill(6) },
      dataDir: mkdtempSync(path.join(folder, 'f')),
    })
    const lines: string[] = []
    for await (const part of (await forger.bundle(0, Number.MAX_SAFE_INTEGER)) ?? []) lines.push(part)
    const file = path.join(folder, 'forged.jsonl')
    writeFileSync(file, lines.join(''))
    forger.close()
    expect(check(file)).toMatchObject({ status: 0, said: expect.stringContaining('The key came with the bundle') })
    expect(check(file, '--key', key)).toMatchObject({ status: 1, said: expect.stringContaining('not signed') })
  })

  it('names the event whose bytes were changed in the store’s own file, with its checksum', async () => {
    await happen(0, 50)
    const before = path.join(folder, 'before.txt')
    writeFileSync(before, (await prover.checkpoint())?.note ?? '')
    prover.close()
    await store.close()
    const database = new DatabaseSync(path.join(folder, 'log.db'))
    const row = database.prepare('SELECT * FROM events WHERE position = 8').get() as never as Parameters<
      typeof checksumOf
    >[0]
    const data = row.data.replace('r7', 'r6')
    database
      .prepare('UPDATE events SET data = ?, checksum = ? WHERE position = 8')
      .run(data, checksumOf({ ...row, data }))
    database.close()
    open()
    const kept = check(await exported(), '--since', before)
    expect(kept.said).toMatch(/event 7, BinReportedFull .*not as it was recorded/)
    // Deletes the proof tree.
    // A checkpoint that was exported before still reveals that an event was changed.
    prover.close()
    for (const file of ['proof.db', 'proof.db-wal', 'proof.db-shm']) rmSync(path.join(folder, file), { force: true })
    prover = createLogProver({ store, vault, dataDir: folder })
    const anew = await exported()
    expect(check(anew).status).toBe(0)
    expect(check(anew, '--since', before).said).toMatch(/of the first 50 events, some are not what they were/)
  })

  it('leads from an older checkpoint to this one', async () => {
    await happen(0, 77)
    const before = path.join(folder, 'before.txt')
    writeFileSync(before, (await prover.checkpoint())?.note ?? '')
    await happen(77, 300)
    expect(check(await exported(), '--since', before).status).toBe(0)
    writeFileSync(before, 'nonsense')
    expect(check(await exported(), '--since', before).status).toBe(1)
  })

  it('says so where there is nothing to check', async () => {
    const file = path.join(folder, 'empty.jsonl')
    writeFileSync(file, '')
    expect(check(file)).toMatchObject({ status: 2, said: expect.stringContaining('empty') })
    writeFileSync(file, '{"format":"another"}\n')
    expect(check(file).status).toBe(2)
    expect(check(path.join(folder, 'nowhere')).status).toBe(2)
  })
})

it('lets others have the thread between the pages of bundles', async () => {
  await happen(0, 300)
  const bundles = await Promise.all(Array.from({ length: 10 }, () => prover.bundle(0, Number.MAX_SAFE_INTEGER)))
  let [turns, isOver] = [0, false]
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  async function countPages(lines: AsyncIterable<string> | undefined) {
    // Counts from -1, because the first chunk of a bundle contains no events.
    let pages = -1
    for await (const _ of lines ?? []) pages++
    return pages
  }
  const pages = await Promise.all(bundles.map(countPages))
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(pages.reduce((sum, count) => sum + count))
})

it('reads pages in turns of the readers, however many bundles one of them exports', async () => {
  await happen(0, 500)
  const bundleOf = (reader: string) => prover.bundle(0, Number.MAX_SAFE_INTEGER, reader)
  const many = await Promise.all(Array.from({ length: 20 }, () => bundleOf('u1')))
  const one = await bundleOf('u2')
  const pages = { u1: 0, u2: 0 }
  async function readPages(lines: AsyncIterable<string> | undefined, reader: 'u1' | 'u2') {
    for await (const _ of lines ?? []) pages[reader]++
  }
  const others = many.map((lines) => readPages(lines, 'u1'))
  await readPages(one, 'u2')
  // The first chunk of each of the 20 bundles contains no events.
  expect(pages.u1 - 20).toBeLessThanOrEqual(pages.u2 + 1)
  await Promise.all(others)
})

/** Returns how many turns the event loop has during the work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false]
  const others = (async () => {
    for (; !isDone; turns++) await nextTurn()
  })()
  await work()
  isDone = true
  await others
  return turns
}

it('lets other work run between bundles that are requested at once', async () => {
  await happen(0, 3)
  await prover.checkpoint()
  const bundles = () => Array.from({ length: 50 }, () => prover.bundle(0, Number.MAX_SAFE_INTEGER))
  expect(await turnsDuring(() => Promise.all(bundles()))).toBeGreaterThanOrEqual(50)
})

it('lets other work run while it searches many events for a period', async () => {
  const many = Array.from({ length: 2 * LEAVES_PER_SEARCH }, (_, n) => ({
    id: `e${n}`,
    type: 'BinReportedFull',
    data: { reportId: `r${n}` },
    meta,
  }))
  await store.append('bin-many', NO_STREAM_REVISION, many)
  await happen(0, 3)
  await prover.checkpoint()
  const database = new DatabaseSync(path.join(folder, 'proof.db'), { readOnly: true })
  const tree = prepareTreeStatements(database)
  expect(await turnsDuring(() => tree.rangeOf(0, 1, 2 * LEAVES_PER_SEARCH + 1))).toBeGreaterThanOrEqual(2)
  database.close()
  expect(await prover.bundle(0, 1)).toBeUndefined()
  expect(check(await exported(), '--key', await prover.verifierKey()).said).toMatch(/^OK/)
})
