/**
 * Tests that policy state survives restarts on every store.
 * A start without usable state reads the whole log.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EventStore, LOG_START, NO_STREAM_REVISION, type Position } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { createLogPositionMarks } from '#platform/read-store/log-marks.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openMongoReadStore } from '#platform/read-store/mongodb.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { openSqliteReadStore } from '#platform/read-store/sqlite.ts'
import { startMongoBackings } from '#tests/doubles/mongodb/backings.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createErasurePolicy } from '../accounts/account-policies.ts'
import { followLog } from './follow-log.ts'
import { openPolicyStateParts, prefixPolicyStateParts } from './policy.ts'
import { createPolicyStateStore } from './policy-state-parts.ts'

const log = createLog('test', 'silent')
const backings = await startMongoBackings('what policies know')
afterAll(() => Promise.all(backings.map((backing) => backing.stop())))

let folder: string
let store: EventStore
let logs = 0
const openLog = () => openSqliteEventStore(path.join(folder, `log-${logs}.db`))
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kept-'))
  store = openLog()
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const stores: [string, () => Promise<ReadStore>][] = [
  [
    'rows in a file',
    () =>
      openSqliteReadStore(path.join(folder, 'views.db'), {
        layoutOf: () => ({ indexed: [] }),
        marks: createLogPositionMarks(store),
        log,
      }),
  ],
  ...backings.map(({ name, url }): [string, () => Promise<ReadStore>] => [name, () => openMongoReadStore(url)]),
]

const meta = { commandId: 'c', fingerprint: 'f', actor: 'system' }
const append = (stream: string, type: string, data: object) =>
  store.append(stream, NO_STREAM_REVISION, [{ id: crypto.randomUUID(), type, data, meta }])
const erase = (userId: string) => append(`account-${userId}`, 'AccountErased', { userId, erasedAt: '' })
const finish = (userId: string) => append(`erasure-${userId}`, 'ErasureFinished', { personId: userId, finishedAt: '' })
const asked = (...userIds: string[]) => userIds.map((userId) => `erase-${userId}`)

/**
 * Starts the workers' policy runner on the log with one policy.
 * `code` is the policy code's version, to which stored state belongs.
 */
async function start(reads: ReadStore, code = 'a') {
  const started = begin(reads, code)
  await started.ready
  return started
}

function begin(reads: ReadStore, code: string, isQueueAway = false) {
  const from: Position[] = []
  let outstanding: string[] = []
  const following = followLog({
    store: {
      ...store,
      follow(after, signal) {
        from.push(after)
        return store.follow(after, signal)
      },
    },
    queue: {
      isQueued: () => false,
      take: async (jobs) => {
        if (isQueueAway) throw new Error('the queue is away')
        outstanding = jobs.map(({ id }) => id)
      },
      stop: () => undefined,
    },
    log,
    clock: () => new Date(),
    kept: createPolicyStateStore({ reads, store, log, code }),
    policies: (keep) => ({
      erasures: createErasurePolicy(keep),
      picky: {
        evolve({ type }) {
          if (type === 'SiteOpened') throw new Error('can not take it')
        },
        outstanding: () => [],
      },
    }),
  })
  return { ...following, from, asked: () => outstanding }
}

/** Returns a read store whose writes fail, as if the process had been killed. */
const dying = (reads: ReadStore): ReadStore => ({
  ...reads,
  replace: async () => {
    throw new Error('the process is gone')
  },
})

/**
 * Restarts the policy.
 * Returns its requested jobs, and the log positions where reading started.
 */
async function restart(reads: ReadStore, code?: string) {
  const { asked, from, policies, stop } = await start(reads, code)
  await stop()
  return { asked: asked(), from, setAside: policies().setAside.length }
}

/** Returns the jobs that policies request if they have no stored state and read the whole log. */
const asLogHasIt = async () => (await restart(openMemoryReadStore())).asked

describe.each(stores)('what policies know, in %s', (_, open) => {
  let reads: ReadStore
  beforeEach(async () => {
    reads = await open()
    for (const table of await reads.tables()) await reads.drop(table)
    await erase('u1')
    await erase('u2')
    await append('site-WS9', 'SiteOpened', {})
    await finish('u1')
  })
  afterEach(() => reads.close())

  it('is resumed with its quarantine, and only the rest of the log is read', async () => {
    expect(await restart(reads)).toEqual({ asked: asked('u2'), from: [LOG_START], setAside: 1 })
    const head = await store.head()
    await erase('u3')
    await reads.close()
    reads = await open()
    expect(await restart(reads)).toEqual({ asked: asked('u2', 'u3'), from: [head], setAside: 1 })
  })

  it('is of the moment that it was kept at, where a death came before the next: nothing is lost or asked for twice', async () => {
    const head = await store.head()
    const { stop, asked: now } = await start(reads)
    await erase('u3')
    await finish('u2')
    await eventually(() => expect(now()).toEqual(asked('u3')))
    // The state was stored when the policies had caught up.
    // It does not include the events that were appended afterwards.
    const kept = await reads.find('policies@a')
    const died = await start(dying(reads))
    await died.stop()
    expect(died.from).toEqual([head])
    expect(await reads.find('policies@a')).toEqual(kept)
    expect(died.asked()).toEqual(await asLogHasIt())
    await stop()
    expect(await restart(reads)).toMatchObject({ asked: asked('u3'), from: [await store.head()] })
  })

  it('is kept on the way already, while a long log is read for the first time', async () => {
    const events = Array.from({ length: 25_000 }, () => ({
      id: crypto.randomUUID(),
      type: 'BinReportedFull',
      data: {},
      meta,
    }))
    const { position: head } = await store.append('bin-u9', NO_STREAM_REVISION, events)
    const { stop } = begin(reads, 'a', true)
    await eventually(async () => expect(await reads.count('policies@a')).toBe(1))
    await stop()
    const { from, asked: now } = await restart(reads)
    expect(from[0]).toBeGreaterThan(head - 6_000)
    expect(from[0]).toBeLessThan(head)
    expect(now).toEqual(await asLogHasIt())
  })

  it('is rebuilt by other code and replaces the old state', async () => {
    await restart(reads)
    expect(await restart(reads, 'b')).toEqual({ asked: asked('u2'), from: [LOG_START], setAside: 1 })
    expect(await reads.tables()).toEqual(['policies@b'])
    expect((await restart(reads, 'b')).from).toEqual([await store.head()])
  })

  it('is rebuilt if rows were dropped', async () => {
    await restart(reads)
    await reads.drop('policies@a')
    expect(await restart(reads)).toEqual({ asked: asked('u2'), from: [LOG_START], setAside: 1 })
  })

  it('is rebuilt if it can’t be read', async () => {
    await restart(reads)
    await reads.drop('policies@a')
    await reads.replace('policies@a', [{ id: 'all', position: 99, parts: 'nothing' } as never])
    expect(await restart(reads)).toEqual({ asked: asked('u2'), from: [LOG_START], setAside: 1 })
    expect((await restart(reads)).from).toEqual([await store.head()])
  })

  it.each([
    ['shorter', 1],
    ['as long', 4],
  ])('is rebuilt for another log that is %s', async (_, length) => {
    await restart(reads)
    await reads.close()
    await store.close()
    logs++
    store = openLog()
    reads = await open()
    // Acknowledge that the read store discarded the tables of the earlier log.
    // In the app, the runner that updates the views does this before the policies start.
    reads.acknowledgeEmptied?.()
    for (let n = 1; n <= length; n++) await erase(`v${n}`)
    const others = Array.from({ length }, (_, n) => `v${n + 1}`)
    expect(await restart(reads)).toEqual({ asked: asked(...others), from: [LOG_START], setAside: 0 })
    expect((await restart(reads)).from).toEqual([await store.head()])
  })

  it('is not resumed if a requested new read of the log was interrupted', async () => {
    await restart(reads)
    const head = await store.head()
    await append('rebuilds', 'RebuildRequested', { target: 'policies' })
    const again = await start(reads)
    await again.stop()
    expect(again.from).toEqual([head, LOG_START])
    expect((await restart(reads)).from).toEqual([await store.head()])
  })

  it('of two processes is that of the one that has read further', async () => {
    const behind = await start(reads)
    const ahead = await start(reads)
    await erase('u3')
    await eventually(() => expect([behind.asked(), ahead.asked()]).toEqual([asked('u2', 'u3'), asked('u2', 'u3')]))
    await ahead.stop()
    await behind.stop()
    expect(await restart(reads)).toMatchObject({ asked: asked('u2', 'u3'), from: [await store.head()] })
  })
})

it('is not kept among rows that end with the process', async () => {
  const reads = openMemoryReadStore()
  await erase('u1')
  await restart(reads)
  expect(await reads.tables()).toEqual([])
})

// Tests that policies keep all state in the stored state parts.
// A restart would lose any other state.
const WORKERS = path.join(import.meta.dirname, '..')
/** Matches a policy's changeable local variables that are not stored. */
const UNKEPT = /^ {2}(let |const \w+ = (new |\[\]|\{\}))/

it('begins with what was kept of each part, and refuses two of one name', () => {
  const first = openPolicyStateParts()
  prefixPolicyStateParts(first.keep, 'a')('open', new Set<string>()).add('r1')
  const { keep, parts } = openPolicyStateParts(first.parts)
  expect(prefixPolicyStateParts(keep, 'a')('open', new Set())).toEqual(new Set(['r1']))
  expect(prefixPolicyStateParts(keep, 'b')('open', new Set())).toEqual(new Set())
  expect([...parts.keys()]).toEqual(['a/open', 'b/open'])
  expect(() => prefixPolicyStateParts(keep, 'a')('open', new Set())).toThrow('two parts are called a/open')
})

it('every policy and every fold that they share keeps all that it changes', () => {
  const files = readdirSync(WORKERS, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(-polic(y|ies)|policy-state\/[\w-]+|findings\/[\w-]+|role-notifications)\.ts$/.test(file) &&
      !/spec|test/.test(file),
  )
  const lines = files.flatMap((file) =>
    readFileSync(path.join(WORKERS, file), 'utf8')
      .split('\n')
      .flatMap((line) => (UNKEPT.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(lines).toEqual([])
})
