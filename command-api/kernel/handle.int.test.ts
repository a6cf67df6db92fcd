/**
 * Tests how commands are handled on a real log.
 * A repeated command id returns the first result, or 422 if the body differs.
 * After a conflict, the command is decided again on the new state.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import {
  type Envelope,
  type EventStore,
  type LoggedEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { startEventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { type Bin, binAggregate, reportIdOf } from '../aggregates/bin.ts'
import { assignDriver, type DriverAssignments, driversFold, driversStreamOf } from '../aggregates/drivers.ts'
import { reportBinFull } from '../reports/report-bin-full.ts'
import { markCollected } from '../schedules/mark-collected.ts'
import type { Decider } from './decider.ts'
import { NOW } from './fixtures.ts'
import { gatherNoFacts, handleCommand, handleWithFacts } from './handle.ts'
import { uuidOf } from './idempotency-keys.ts'
import { loadState } from './load.ts'

const told = { reportedCount: 1, total: 145, threshold: 116 }
const command = { userId: 'u1', zone: 'Ablekuma North', sealed: 'sealed', told } as const
const envelope = (commandId: string, fingerprint = 'body'): Envelope => ({ commandId, fingerprint, actor: 'u1' })

const plain = (answer: object) => JSON.parse(JSON.stringify(answer))

let folder: string
let store: EventStore
const file = () => path.join(folder, 'log.db')
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  store = openSqliteEventStore(file())
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/**
 * Handles a report of a full bin.
 * The report is made `later` milliseconds after `NOW`.
 */
const report = (key: Envelope, on: EventStore = store, later = 0) =>
  handleCommand(
    on,
    'bin-u1',
    binAggregate,
    (state) => reportBinFull(command, state, new Date(NOW.getTime() + later)),
    key,
  )
const mark = (key: Envelope, by = 'd1') =>
  handleCommand(
    store,
    'bin-u1',
    binAggregate,
    (s) => markCollected({ reportId: reportIdOf('u1', 1), collectedBy: by }, s, NOW),
    key,
  )

async function reopen(): Promise<void> {
  await store.close()
  store = openSqliteEventStore(file())
}

describe('a repeated command id', () => {
  it('gives the first answer again, after a restart and after later events too', async () => {
    const first = plain(await report(envelope('one')))
    await reopen()
    expect(plain(await report(envelope('one')))).toEqual(first)
    await mark(envelope('two'))
    expect(plain(await report(envelope('one')))).toEqual(first)
    expect(await store.readStream('bin-u1')).toHaveLength(2)
  })

  it('with another body is refused and stores nothing', async () => {
    await report(envelope('one'))
    expect(await report(envelope('one', 'another body'))).toMatchObject({ rejected: 'key-reused' })
    expect(await store.readStream('bin-u1')).toHaveLength(1)
  })

  it('sent ten times at once stores one event and gives equal answers', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => report(envelope('one'), store, n)))
    const outcomes = answers.map((answer) => !isRejection(answer) && [answer.events[0]?.data, answer.state])
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(await store.readStream('bin-u1')).toHaveLength(1)
  })

  it('gets the first answer also when its facts reflect its twin already', async () => {
    const gather = async () => {
      const twin = await report(envelope('one'))
      const reported = (await store.readStream('bin-u1')).length > 0
      expect(isRejection(twin)).toBe(false)
      return reported ? reject('conflict', msg`Reported already.`) : {}
    }
    const decide = (state: Bin) => reportBinFull(command, state, NOW)
    const answer = await handleWithFacts(store, 'bin-u1', binAggregate, { gather, decide }, envelope('one'))
    expect(plain(answer)).toEqual(plain(await report(envelope('one'))))
  })

  it('sent at once with two bodies: one is stored, the other is refused', async () => {
    const answers = await Promise.all([report(envelope('one', 'a')), report(envelope('one', 'b'))])
    expect(answers.map((answer) => isRejection(answer) && answer.rejected).sort()).toEqual([false, 'key-reused'])
  })
})

describe('commands at the same moment', () => {
  it('with different ids: one wins, the others get the refusal of its outcome', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => report(envelope(`c${n}`))))
    expect(answers.filter((answer) => !isRejection(answer))).toHaveLength(1)
    expect(answers.filter(isRejection).every((answer) => answer.rejected === 'conflict')).toBe(true)
  })

  it('of two dispatchers one collects, the other gets a conflict', async () => {
    await report(envelope('report'))
    const answers = await Promise.all([mark(envelope('a'), 'd1'), mark(envelope('b'), 'd2')])
    expect(answers.map((answer) => isRejection(answer) && answer.rejected).sort()).toEqual(['conflict', false])
  })
})

it('takes turns on one stream, and decides few times more than there are commands', async () => {
  let decided = 0
  const assign = (n: number) =>
    handleCommand(
      store,
      driversStreamOf(1),
      driversFold,
      (state) => {
        decided++
        return assignDriver({ userId: `d${n}`, vehicleId: `T${n}`, by: 'd' }, state, NOW)
      },
      envelope(`c${n}`),
    )
  await Promise.all(Array.from({ length: 60 }, (_, n) => assign(n)))
  expect((await loadState(store, driversStreamOf(1), driversFold)).current.size).toBe(60)
  // The decider runs twice per command: on the empty stream, and again in the command's turn.
  // If the commands did not take turns, the decider would run thousands of times.
  expect(decided).toBeLessThanOrEqual(2 * 60)
})

it('lets nobody wait for all commands that another person sends at once', async () => {
  const done: string[] = []
  const assign = async (actor: string, n: number) => {
    const decide = (state: DriverAssignments) =>
      assignDriver({ userId: `${actor} ${n}`, vehicleId: `${actor} T${n}`, by: actor }, state, NOW)
    await handleCommand(store, driversStreamOf(1), driversFold, decide, { ...envelope(`${actor} ${n}`), actor })
    done.push(actor)
  }
  await Promise.all([...Array.from({ length: 40 }, (_, n) => assign('u1', n)), assign('u2', 0)])
  expect(done).toHaveLength(41)
  expect(done.indexOf('u2')).toBeLessThan(4)
})

describe('a stream that something is known of', () => {
  function behind(known: LoggedEvent[] | undefined): EventStore & { read: number } {
    const remembering = { ...store, read: 0, known: async () => known }
    remembering.readStream = (stream) => {
      remembering.read++
      return store.readStream(stream)
    }
    return remembering
  }

  it('is decided on without reading it, and stored at its end', async () => {
    const on = behind([])
    expect(isRejection(await report(envelope('one'), on))).toBe(false)
    expect(on.read).toBe(0)
    expect(await store.readStream('bin-u1')).toHaveLength(1)
  })

  it('and has changed meanwhile is read, and decided on again', async () => {
    await report(envelope('one'))
    expect(await report(envelope('two'), behind([]))).toMatchObject({ rejected: 'conflict' })
    expect(await store.readStream('bin-u1')).toHaveLength(1)
  })

  it('refuses nothing that the stream itself would not', async () => {
    await report(envelope('one'))
    const known = await store.readStream('bin-u1')
    await mark(envelope('two'))
    expect(isRejection(await report(envelope('three'), behind(known)))).toBe(false)
    expect(await store.readStream('bin-u1')).toHaveLength(3)
    const on = behind(await store.readStream('bin-u1'))
    expect(await report(envelope('four'), on)).toMatchObject({ rejected: 'conflict' })
    expect(on.read).toBe(1)
  })

  it('gives the first answer to a command that it does not know of yet', async () => {
    const first = plain(await report(envelope('one')))
    for (const known of [[], await store.readStream('bin-u1')])
      expect(plain(await report(envelope('one'), behind(known), 60_000))).toEqual(first)
    expect(await report(envelope('one', 'another body'), behind([]))).toMatchObject({ rejected: 'key-reused' })
  })

  it('does not answer a repetition from its cache, since the log may be another one', async () => {
    const first = plain(await report(envelope('one')))
    const on = behind(await store.readStream('bin-u1'))
    expect(plain(await report(envelope('one'), on))).toEqual(first)
    expect(on.read).toBe(1)
  })

  it('and is mostly new is taken to be, until its end says otherwise', async () => {
    const on = behind(undefined)
    const made = (key: Envelope) =>
      handleCommand(on, 'bin-u1', binAggregate, (state) => reportBinFull(command, state, NOW), key, 'new')
    const first = plain(await made(envelope('one')))
    expect(on.read).toBe(0)
    expect(plain(await made(envelope('one')))).toEqual(first)
    expect(on.read).toBe(1)
  })
})

describe('facts', () => {
  const decide = (state: Bin, { of }: { of: Bin }) => {
    expect(of).toEqual(state)
    return markCollected({ reportId: reportIdOf('u1', 1), collectedBy: 'd1' }, state, NOW)
  }

  it('are gathered again when the stream grows before the append, and always belong to the state', async () => {
    await report(envelope('report'))
    const gathered: Bin[] = []
    const gather = async (of: Bin) => {
      if (gathered.push(of) === 1) await mark(envelope('other'), 'd2')
      return { of }
    }
    const answer = await handleWithFacts(store, 'bin-u1', binAggregate, { gather, decide }, envelope('one'))
    expect(answer).toMatchObject({ rejected: 'conflict' })
    expect(gathered.map(({ open }) => open?.reportId)).toEqual([reportIdOf('u1', 1), undefined])
  })

  it('are gathered again when the append loses to another process', async () => {
    await report(envelope('report'))
    const seen = await store.readStream('bin-u1')
    const other = { ...store, known: async () => seen }
    await mark(envelope('mark'))
    const gather = vi.fn(async (of: Bin) => ({ of }))
    const decideNew = (state: Bin, { of }: { of: Bin }) => {
      expect(of).toEqual(state)
      return state.open ? [] : reportBinFull(command, state, NOW)
    }
    const answer = await handleWithFacts(other, 'bin-u1', binAggregate, { gather, decide: decideNew }, envelope('one'))
    expect(isRejection(answer)).toBe(false)
    expect(gather).toHaveBeenCalledTimes(2)
  })

  it('are gathered few times more than there are commands', async () => {
    let gathered = 0
    const assign = (n: number) => {
      const gather = async () => ({ vehicleId: `T${gathered++}` })
      const decideNow = (state: DriverAssignments, { vehicleId }: { vehicleId: string }) =>
        assignDriver({ userId: `d${n}`, vehicleId, by: 'd' }, state, NOW)
      return handleWithFacts(store, driversStreamOf(1), driversFold, { gather, decide: decideNow }, envelope(`c${n}`))
    }
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => assign(n)))
    expect(answers.filter(isRejection)).toEqual([])
    expect(gathered).toBeLessThanOrEqual(2 * 60)
  })

  it('are not gathered in vain while another person changes the stream all the time', async () => {
    const assign = (userId: string) => (state: DriverAssignments) =>
      assignDriver({ userId, vehicleId: `T-${userId}`, by: 'd' }, state, NOW)
    const others: Promise<unknown>[] = []
    const gather = async () => {
      const key = { ...envelope(`other${others.length}`), actor: 'u2' }
      const other = handleCommand(store, driversStreamOf(1), driversFold, assign(`u${others.length}`), key)
      others.push(other)
      // Gives the other command many times the turns that it needs.
      const turns = async () => {
        for (let n = 0; n < 100; n++) await nextTurn()
      }
      await Promise.race([other, turns()])
      return {}
    }
    const answer = await handleWithFacts(
      store,
      driversStreamOf(1),
      driversFold,
      { gather, decide: assign('own') },
      envelope('own'),
    )
    expect(isRejection(answer)).toBe(false)
    expect((await Promise.all(others)).filter((other) => isRejection(other as object))).toEqual([])
    expect(others).toHaveLength(2)
  })

  it('are not gathered for a repeated command, nor for a stream of a newer version', async () => {
    const first = plain(await report(envelope('one')))
    const gather = async (): Promise<{ of: Bin }> => {
      throw new Error('gathered')
    }
    expect(plain(await handleWithFacts(store, 'bin-u1', binAggregate, { gather, decide }, envelope('one')))).toEqual(
      first,
    )
    const painted = { id: uuidOf('painted'), type: 'BinPainted', data: {}, meta: envelope('newer') }
    await store.append('bin-u1', 0, [painted])
    await reopen()
    const answer = await handleWithFacts(store, 'bin-u1', binAggregate, { gather, decide }, envelope('two'))
    expect(answer).toMatchObject({ rejected: 'unavailable' })
  })

  it('that never catch up with the stream end in a conflict, and nothing is stored', async () => {
    const gather = async (of: Bin) => {
      const [reportId, key] = [of.open?.reportId, envelope(uuidOf(JSON.stringify(of)))]
      const collect = (state: Bin) => markCollected({ reportId: reportId ?? '', collectedBy: 'd1' }, state, NOW)
      await (reportId ? handleCommand(store, 'bin-u1', binAggregate, collect, key) : report(key))
      return { of }
    }
    const answer = await handleWithFacts(store, 'bin-u1', binAggregate, { gather, decide }, envelope('one'))
    expect(answer).toMatchObject({ rejected: 'conflict', message: expect.stringContaining('Please try again') })
    expect((await store.readStream('bin-u1')).some(({ meta }) => meta.commandId === 'one')).toBe(false)
  })
})

it('takes no decider that waits', () => {
  const waiting = async (state: Bin) => reportBinFull(command, state, NOW)
  // Checks that an async decider does not compile.
  // If it compiled, the type check would report the directive below as unused.
  // @ts-expect-error
  const commands = () => handleCommand(store, 'bin-u1', binAggregate, waiting, envelope('one'))
  const steps = { gather: gatherNoFacts, decide: waiting }
  // @ts-expect-error
  const withFacts = () => handleWithFacts(store, 'bin-u1', binAggregate, steps, envelope('one'))
  // @ts-expect-error
  const decider: Decider<typeof command, Bin, 'bin'> = async (given, state, now) => reportBinFull(given, state, now)
  expect([commands, withFacts, decider]).toHaveLength(3)
})

describe('a store that does not take it', () => {
  const failing = (error: Error): EventStore & { asked: number } => {
    const broken = { ...store, asked: 0 }
    broken.append = async () => {
      broken.asked++
      throw error
    }
    return broken
  }

  it('a conflict that never ends is given up after a few tries', async () => {
    const broken = failing(new WrongExpectedRevision('bin-u1', -1))
    await expect(report(envelope('one'), broken)).rejects.toBeInstanceOf(WrongExpectedRevision)
    expect(broken.asked).toBeGreaterThan(1)
  })

  it('a full disk is not tried again here, and nothing is acknowledged', async () => {
    const broken = failing(new StoreUnavailable('disk full'))
    await expect(report(envelope('one'), broken)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(broken.asked).toBe(1)
  })
})

describe('a stream that another version has written to', () => {
  it.each([
    ['an event that nobody here knows', 'BinPainted'],
    ['an event that belongs to another stream by now', 'TruckArrived'],
  ])('with %s is read and not written to', async (_, type) => {
    await report(envelope('one'))
    await store.append('bin-u1', 0, [{ id: uuidOf(type), type, data: {}, meta: envelope('newer') }])
    await reopen()
    expect(await mark(envelope('two'))).toMatchObject({
      rejected: 'unavailable',
      message: expect.stringContaining('newer version'),
    })
    expect(await store.readStream('bin-u1')).toHaveLength(2)
    expect(await loadState(store, binAggregate.stream('u1'), binAggregate)).toMatchObject({
      reports: 1,
      open: { reportId: 'u1.1' },
    })
  })
})

it('makes event ids that are UUIDs and always the same', () => {
  expect(uuidOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuidOf('a')).toBe(uuidOf('a'))
  expect(uuidOf('a')).not.toBe(uuidOf('b'))
})

describe('an event that its schema refuses', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, null, '0function Object()'])(
    'is not stored: a figure is %s',
    async (total) => {
      const malformed = { ...command, told: { ...told, total: total as number } }
      const handled = handleCommand(
        store,
        'bin-u1',
        binAggregate,
        (state) => reportBinFull(malformed, state, NOW),
        envelope('one'),
      )
      await expect(handled).rejects.toThrow(/^BinReportedFull was not stored: told.total: /)
      expect(await store.readStream('bin-u1')).toEqual([])
    },
  )
})

it('gets the first answer where EventStoreDB refuses it before the event of its twin can be read', async () => {
  const double = await startEventStoreDouble({ readsPerCommit: 20 })
  const [one, other] = await Promise.all([openEventStoreDb(double.url), openEventStoreDb(double.url)])
  const answers = await Promise.all([report(envelope('one'), one), report(envelope('one'), other, 1)])
  const [first, second] = answers.map((answer) => !isRejection(answer) && answer.events[0]?.data)
  expect(first).toBeTruthy()
  expect(second).toEqual(first)
  expect(await one.readStream('bin-u1')).toHaveLength(1)
  await Promise.all([one.close(), other.close()])
  await double.close()
})
