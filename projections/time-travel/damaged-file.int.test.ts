/** Tests that reads of the past give the same answers after past.db was damaged and rebuilt. */
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import { type EventStore, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { POLL_TIMEOUT_MS } from '#tests/fixtures/poll-limits.ts'
import { createTimeTravel } from './time-travel.ts'

const EVENTS = 120
const RUNS = 3
const silent = { info: vi.fn(), error: vi.fn() }
const told = { reportedCount: 1, total: 145, threshold: 116 }
const zone = 'Ablekuma North'
const call = { principal: { userId: 'x1', role: 'auditor', sessionId: 's' }, params: {}, query: {} }

let folder: string
let store: EventStore
const file = () => path.join(folder, 'past.db')
const open = () =>
  createTimeTravel({ store, dataDir: folder, clock: () => new Date(), log: silent, patienceMs: POLL_TIMEOUT_MS })

/** Reads the open reports at several past moments. */
async function answers(past: ReturnType<typeof open>) {
  const read = await Promise.all([20, 55, EVENTS].map((position) => past.read('activeReports', call, { position })))
  return read.map((answer) => {
    if (!answer || isRejection(answer)) throw new Error(answer?.message)
    return JSON.parse(answer.json)
  })
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'past-'))
  store = openSqliteEventStore(path.join(folder, 'log.db'))
  for (let n = 0; n < EVENTS; n++) {
    const data = { reportId: `r${n}`, userId: `u${n}`, zone, sealed: 's', reportedAt: '2026-03-04T12:00:00.000Z', told }
    const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
    await store.append(`bin-${n}`, NO_STREAM_REVISION, [{ id: randomUUID(), type: 'BinReportedFull', data, meta }])
  }
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

it.each([1, 100])('answers the same with %i flipped bits', async (flips) => {
  const kept = `${folder}-kept`
  const first = open()
  const right = await answers(first)
  await first.close()
  cpSync(folder, kept, { recursive: true, filter: (name) => !name.includes('log.db') })
  const whole = readFileSync(file())
  let state = flips
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let run = 0; run < RUNS; run++) {
    const bytes = Buffer.from(whole)
    for (let n = 0; n < flips; n++) {
      const bit = random(bytes.length * 8)
      bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
    }
    for (const name of readdirSync(folder)) if (name.startsWith('past.db')) rmSync(path.join(folder, name))
    cpSync(kept, folder, { recursive: true })
    writeFileSync(file(), bytes)
    const past = open()
    await eventually(async () => expect(await answers(past), `run ${run}`).toEqual(right))
    await past.close()
  }
  rmSync(kept, { recursive: true })
})

it('continues with an unchanged file', async () => {
  const first = open()
  const right = await answers(first)
  await first.close()
  const { ino } = statSync(file())
  const past = open()
  expect(await answers(past)).toEqual(right)
  expect(statSync(file()).ino).toBe(ino)
  await past.close()
})
