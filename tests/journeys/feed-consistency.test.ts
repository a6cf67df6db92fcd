/** Tests that the feed's rows equal the lists of the endpoints, after any events and reconnects. */
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { feedRooms, type RoomName } from '#contract/feed/rooms.ts'
import type { Delivery } from '#contract/views.ts'
import type { Role } from '#domain/city.ts'
import { fetchRoom } from '#web/lib/feed/feed-provider.tsx'
import { roomRowOrders } from '#web/lib/feed/room.ts'
import { createFeedClient, type FeedClient } from './feed-client.ts'
import { type CityReader, type InProcessCity, openInProcessCity } from './in-process-city.ts'
import { type GeneratorName, generators } from './random-events/generators.ts'
import { RESIDENTS } from './random-events/ingredients.ts'

const HOUR_MS = 60 * 60_000
const PEOPLE: [string, Role][] = [
  ['u1', 'resident'],
  ['u2', 'resident'],
  ['d1', 'dispatcher'],
  ['c1', 'recycler'],
  ['a1', 'admin'],
]
const roomsOf = (role: Role) =>
  (Object.keys(feedRooms) as RoomName[]).filter((name) => (feedRooms[name].roles as readonly Role[]).includes(role))

let city: InProcessCity | undefined
let boards: { reader: CityReader; board: FeedClient }[] = []

/** Opens a test installation, and a feed client for each test user. */
async function newCity(): Promise<InProcessCity> {
  await close()
  city = await openInProcessCity()
  for (const [n, [id, role]] of PEOPLE.entries()) {
    const reader = await city.reader(id, role, n)
    const board = createFeedClient(city.url, reader.token, roomsOf(role))
    await board.come()
    boards.push({ reader, board })
  }
  await city.reader(RESIDENTS[2], 'resident')
  return city
}

async function close() {
  for (const { board } of boards) board.leave()
  boards = []
  await city?.close()
  city = undefined
}
afterEach(close)

/**
 * Compares the rows of all feed clients with the rows that the endpoints return.
 * Returns the number of compared rows.
 */
async function expectAgreement(): Promise<number> {
  let agreed = 0
  for (const { reader, board } of boards.filter((reader) => reader.board.live())) {
    await board.told()
    for (const name of roomsOf(reader.role)) {
      const fetched = await fetchRoom(name, reader.get, reader)
      if (!fetched) continue
      // Compares the order of rows only in rooms with one list.
      // Rooms with several lists have no order, so their rows are compared as sets.
      if (feedRooms[name].fallback.length === 1)
        expect([...fetched.rows].sort(roomRowOrders[name] as never), `order of ${name}`).toEqual(fetched.rows)
      expect(board.rows(name), `${name} of ${reader.id}`).toEqual(
        Object.fromEntries(fetched.rows.map((row) => [row.id, row])),
      )
      agreed += fetched.rows.length
    }
  }
  return agreed
}

const small = fc.nat(5)
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      happen: fc.constantFrom(...(Object.keys(generators) as GeneratorName[])),
      n: small,
      m: small,
    }),
  },
  { weight: 2, arbitrary: fc.record({ burst: fc.integer({ min: 5, max: 30 }), n: small }) },
  {
    weight: 2,
    arbitrary: fc.record({ pass: fc.constantFrom(1, HOUR_MS, 23 * HOUR_MS, 24 * HOUR_MS, 6 * 24 * HOUR_MS) }),
  },
  { weight: 2, arbitrary: fc.record({ comesAndGoes: small }) },
  { weight: 3, arbitrary: fc.constant({ look: true as const }) },
)

describe('a board', () => {
  it('is told what it would fetch, at any moment of any history (FD12)', async () => {
    let agreed = 0
    const history = fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 60 }),
      fc.boolean(),
      async (steps, erases) => {
        const here = await newCity()
        for (const step of steps) {
          if ('happen' in step) await here.happen([step.happen, step.n, step.m])
          else if ('burst' in step)
            await here.happen(
              ...Array.from({ length: step.burst }, (_, k) => ['notify', step.n, k] as ['notify', number, number]),
            )
          else if ('pass' in step) here.pass(step.pass)
          else if ('look' in step) agreed += await expectAgreement()
          else {
            const { board } = boards[step.comesAndGoes % boards.length] ?? {}
            if (board?.live()) board.leave()
            else await board?.come()
          }
        }
        if (erases) await here.erase(RESIDENTS[2])
        for (const { board } of boards) if (!board.live()) await board.come()
        agreed += await expectAgreement()
      },
    )
    await fc.assert(history, { seed: 13, numRuns: 8, endOnFailure: true })
    expect(agreed).toBeGreaterThan(1_000)
  })

  it('keeps no word of who was erased, whether it is there or away meanwhile (FD7)', async () => {
    const here = await newCity()
    await here.happen(['dispatch', 0, 1], ['dispute', 0, 1])
    await expectAgreement()
    const [, , dispatcher, recycler] = boards.map(({ board }) => board)
    const reasonOf = (board?: FeedClient) =>
      (board?.rows('deliveries')['l0-1'] as Delivery | undefined)?.dispute?.reason
    expect(reasonOf(dispatcher)).toBe(`Wet paper of ${RESIDENTS[2]}`)
    recycler?.leave()
    await here.erase(RESIDENTS[2])
    await recycler?.come()
    await expectAgreement()
    expect([dispatcher, recycler].map(reasonOf)).toEqual([undefined, undefined])
  })

  it('loses a row the moment that its time is over, though nothing happens (FD11)', async () => {
    const here = await newCity()
    await here.happen(['schedule', 0, 0], ['complete', 0, 0], ['dispatch', 1, 1], ['move', 1, 1])
    const [resident, , dispatcher] = boards
    const shown = () => [
      ...Object.keys(resident?.board.rows('my-schedules') ?? {}),
      ...Object.keys(dispatcher?.board.rows('schedules') ?? {}),
      ...Object.keys(dispatcher?.board.rows('deliveries') ?? {}),
    ]
    await expectAgreement()
    expect(shown()).toEqual(['s0', 's0', 'l1-1'])
    here.pass(24 * HOUR_MS)
    await expectAgreement()
    expect(shown()).toEqual(['s0', 's0', 'l1-1'])
    here.pass(1)
    await expectAgreement()
    expect(shown()).toEqual(['l1-1'])
    here.pass(6 * 24 * HOUR_MS)
    await expectAgreement()
    expect(shown()).toEqual([])
  })
})
