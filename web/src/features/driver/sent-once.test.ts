/**
 * Tests a driver's outbox with lost requests and answers, and killed tabs.
 * The server must get each action once, in order.
 * It must end with each stop's last outcome.
 */

import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import type { RequestFailure } from '#web/lib/api/api.ts'
import {
  actionEntries,
  dismissRefusedActions,
  OUTCOME_UNDO_MS,
  recordDriverAction,
  recordOutcome,
  storedActionsOf,
  undoOutcome,
} from '#web/lib/outbox/action-store.ts'
import { type Outbox, openOutbox } from '#web/lib/outbox/outbox.ts'
import { isEntryWaiting, isSendDelayed } from '#web/lib/outbox/stored.ts'
import { isOutcome, nextActionsToSend, type StopOutcomeBody } from '#web/lib/outbox/stored-action.ts'
import type { DriverActionCalls } from './calls.ts'
import { createDriverActionSender } from './send-actions.ts'

type Fault = 'none' | 'lost request' | 'lost answer'
const LOST: RequestFailure = { status: 0, message: '' }

/**
 * Creates a simulated server that receives outcomes of stops.
 * `faults` lists the fault of each request, in order.
 */
function createServer(faults: Fault[]) {
  const stops = new Map<string, { id: string; said?: StopOutcomeBody }>()
  const answers = new Map<string, { content: string; result: object }>()
  const log: string[] = []
  let position = 0

  function once(key: string, content: unknown, run: () => object): object {
    const known = answers.get(key)
    if (known) {
      expect(known.content).toBe(JSON.stringify(content))
      return known.result
    }
    const result = run()
    answers.set(key, { content: JSON.stringify(content), result })
    return result
  }

  async function request<T>(run: () => T): Promise<T> {
    const fault = faults.shift() ?? 'none'
    if (fault === 'lost request') throw LOST
    const answer = run()
    if (fault === 'lost answer') throw LOST
    return answer
  }

  function serve(stopId: string, said: StopOutcomeBody): object {
    const name = stopId.split('+')[0] ?? ''
    const stop = stops.get(name) ?? { id: name }
    if (stop.id !== stopId) return { status: 409, message: 'This bin was reported again.' }
    // Like the real server, reopens a collected report under a new id.
    const id = stop.said?.outcome === 'collected' && said.outcome === 'exception' ? `${stopId}+` : stopId
    const isSame = stop.said?.outcome === said.outcome && stop.said.exception === said.exception
    stops.set(name, { id, said: { ...said, picture: said.picture ?? (isSame ? stop.said?.picture : undefined) } })
    log.push(said.picture ? `photo ${said.picture}` : `${said.note}`)
    return { status: 200, message: 'Noted', stop: { stopId: id, outcome: said.outcome }, position: String(++position) }
  }

  const call: DriverActionCalls = {
    serveStops: ({ outcomes }) =>
      request(() => ({
        now: new Date().toISOString(),
        results: outcomes.map(({ key, stopId, said }) => ({
          key,
          ...(once(key, [stopId, said], () => serve(stopId, said)) as { status: number; message: string }),
        })),
      })),
    uploadPicture: (file) => request(() => `hash of ${file.size}`),
    placeBin: () => Promise.reject(LOST),
    takeStep: ({ body }, key) =>
      request(() => {
        once(key, body, () => log.push((body as { scheduleId: string }).scheduleId) as unknown as object)
        return String(++position)
      }),
  }
  return { call, stops, log, heal: () => faults.splice(0) }
}

const stop = fc.constantFrom('a', 'b', 'c')
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('serve' as const), stop, photo: fc.boolean(), left: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('step' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('kill' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const) }) },
)
const fault = fc.constantFrom<Fault>('none', 'lost request', 'lost answer')

const userId = 'kojo'
/**
 * Size of the last photo in bytes.
 * Each photo is larger than the one before, so its size identifies it.
 */
let photoSize = 0

describe('a shift', () => {
  it('arrives once, in order, with the last word on each stop', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(act, { maxLength: 30, size: 'max' }),
          fc.array(fault, { maxLength: 12, size: 'max' }),
          runShift,
        ),
        { numRuns: 60 },
      )
    } finally {
      vi.useRealTimers()
    }
  })
})

it('a photo of a report that the server lost is refused, and later photos are sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Uses its own user, because another test leaves stored actions of the usual user.
  const userId = 'ama'
  const server = createServer([])
  let uploads = 0
  const call: DriverActionCalls = {
    ...server.call,
    uploadPicture: (file) => {
      uploads++
      return server.call.uploadPicture(file)
    },
    async serveStops({ sentAt, outcomes }) {
      const isLost = outcomes.some(({ stopId, said }) => stopId === 'lost' && said.picture)
      if (!isLost) return server.call.serveStops({ sentAt, outcomes })
      const results = outcomes.map(({ key }) => ({ key, status: 404, message: 'There is no such report.' }))
      return { now: sentAt, results }
    },
  }
  const send = createDriverActionSender(call, () => undefined)
  const options = { userId, shelf: actionEntries, next: nextActionsToSend, send, show: () => undefined }
  const tab = openOutbox({ ...options, keepsSent: true })
  try {
    for (const stopId of ['lost', 'kept']) {
      const said: StopOutcomeBody = { outcome: 'collected', note: stopId, at: new Date().toISOString() }
      await recordOutcome({ userId, stopId, said, photo: new Blob(['x'.repeat(++photoSize)]) })
    }
    vi.setSystemTime(Date.now() + OUTCOME_UNDO_MS + 1)
    await eventually(async () => {
      tab.wake()
      expect(server.stops.get('kept')?.said?.picture).toBe(`hash of ${photoSize}`)
      expect((await storedActionsOf(userId)).filter(isEntryWaiting)).toEqual([])
    })
    expect(uploads).toBe(4)
    const refused = (await storedActionsOf(userId)).filter(({ refusal }) => refusal !== undefined)
    expect(refused).toMatchObject([{ did: { kind: 'photo', stopId: 'lost' }, refusal: 'There is no such report.' }])
    await dismissRefusedActions(userId, refused)
  } finally {
    tab.close()
    vi.useRealTimers()
  }
})

type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

async function runShift(acts: Act[], faults: Fault[]): Promise<void> {
  await dismissRefusedActions(userId, await storedActionsOf(userId))
  const server = createServer([...faults])
  const send = createDriverActionSender(server.call, () => undefined)
  const openTab = (): Outbox =>
    openOutbox({ userId, shelf: actionEntries, next: nextActionsToSend, send, show: () => undefined, keepsSent: true })
  let tab = openTab()
  const words = new Map<string, { seq: number; said: StopOutcomeBody; photo?: string }[]>()
  const recorded: { seq: number; isStep: boolean }[] = []
  let seq = 0

  for (const one of acts) {
    if (one.act === 'serve') {
      seq += 1
      const said: StopOutcomeBody = {
        ...(one.left ? { outcome: 'exception', exception: 'not-out' } : { outcome: 'collected' }),
        note: String(seq),
        at: new Date().toISOString(),
      }
      const photo = one.photo ? new Blob(['x'.repeat(++photoSize)]) : undefined
      await recordOutcome({ userId, stopId: one.stop, said, photo })
      const word = { seq, said, ...(photo && { photo: `hash of ${photo.size}` }) }
      words.set(one.stop, [...(words.get(one.stop) ?? []), word])
      recorded.push({ seq, isStep: false })
    } else if (one.act === 'undo') {
      const last = (await storedActionsOf(userId))
        .filter(isOutcome)
        .findLast((action) => isSendDelayed(action, Date.now()))
      if (last && (await undoOutcome(last))) {
        const name = last.did.stopId.split('+')[0] ?? ''
        words.set(name, (words.get(name) ?? []).slice(0, -1))
      }
    } else if (one.act === 'step') {
      seq += 1
      const step = { kind: 'step', step: 'depart', body: { scheduleId: `step ${seq}` } } as const
      await recordDriverAction(userId, step)
      recorded.push({ seq, isStep: true })
    } else if (one.act === 'kill') {
      tab.close()
      tab = openTab()
    } else {
      vi.setSystemTime(Date.now() + OUTCOME_UNDO_MS + 1)
      tab.wake()
      await storedActionsOf(userId)
    }
  }

  server.heal()
  vi.setSystemTime(Date.now() + OUTCOME_UNDO_MS + 1)
  await eventually(async () => {
    tab.wake()
    expect((await storedActionsOf(userId)).filter(isEntryWaiting).filter(({ did }) => did.kind !== 'photo')).toEqual([])
    expect(nextActionsToSend(await storedActionsOf(userId), Date.now())).toEqual([])
  })
  tab.close()
  const left = await storedActionsOf(userId)
  expect(left.filter(({ refusal }) => refusal !== undefined)).toEqual([])

  for (const [name, said] of words) {
    const last = said.at(-1)
    const known = server.stops.get(name)?.said
    expect([name, known?.outcome, known?.exception]).toEqual([name, last?.said.outcome, last?.said.exception])
    if (last?.photo) expect(known?.picture).toBe(last.photo)
  }
  // The server received no action twice.
  // Shift steps and outcomes must arrive in the order in which the driver recorded them.
  expect(new Set(server.log).size).toBe(server.log.length)
  const placeOf = (seq: number) => server.log.findIndex((entry) => entry === `${seq}` || entry === `step ${seq}`)
  for (const step of recorded.filter(({ isStep }) => isStep)) {
    expect(placeOf(step.seq)).toBeGreaterThanOrEqual(0)
    for (const { seq: other } of recorded) {
      if (placeOf(other) < 0 || other === step.seq) continue
      expect(placeOf(other) < placeOf(step.seq)).toBe(other < step.seq)
    }
  }
}
