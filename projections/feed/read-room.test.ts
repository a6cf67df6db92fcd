/** Tests room reads: changes only, and complete snapshots after an erasure. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { feedRooms, type RoomName } from '#contract/feed/rooms.ts'
import { accountErased, openProjectionsFixture } from '../queries/fixtures.ts'
import { readRoom, toClientRows } from './read-room.ts'
import { roomDefinitions } from './rooms.ts'

let city: Awaited<ReturnType<typeof openProjectionsFixture>>
beforeEach(async () => {
  city = await openProjectionsFixture()
  await city.happened(
    await city.registered('u1'),
    await city.registered('u2'),
    await city.reported('u1.1', 'u1', { description: 'behind the gate' }),
    await city.reported('u2.1', 'u2'),
  )
})
afterEach(() => city.close())

async function join(room: RoomName, after?: number) {
  const read = await readRoom(room, { userId: 'd1', role: 'dispatcher', sessionId: 's1' }, after, city.reading)
  return {
    ...read,
    rows: await toClientRows(room, read.rows, { sealer: city.reading.sealer, rows: city.reading.runner.rows }),
  }
}

async function erase(userId: string) {
  await city.vault.erase(userId)
  city.reading.sealer.forget(userId)
  await city.happened(accountErased(userId))
}

describe('a board that comes back', () => {
  it('gets only what it missed (FD6)', async () => {
    expect(await join('active-reports', 3)).toMatchObject({ snapshot: false, rows: [{ id: 'u2.1' }], position: '4' })
  })

  it('gets everything again when somebody was erased meanwhile, so that it keeps no name (FD7)', async () => {
    await erase('u1')
    const joined = await join('active-reports', 4)
    expect(joined).toMatchObject({ snapshot: true, position: '5' })
    expect(joined.rows.find((row) => (row as { id: string }).id === 'u1.1')).toMatchObject({
      resident_name: 'Erased resident',
      description: undefined,
    })
    expect(joined.rows).toHaveLength(2)
  })

  it('gets only what it missed when the erasure was before, or its room holds no names', async () => {
    await erase('u1')
    expect(await join('active-reports', 5)).toMatchObject({ snapshot: false, rows: [], position: '5' })
    expect(await join('zones', 4)).toMatchObject({ snapshot: false, rows: [] })
  })
})

/** Rooms with a list without a limit, and what limits its rows. */
const LIMITED_ELSEWHERE: { [R in RoomName]?: string } = {
  'active-reports': 'one open report per resident',
  'my-reports': 'all reports of one resident, one at a time',
  zones: '500 zones',
  'my-zone': '500 zones',
  schedules: 'one open schedule per truck, 3,000 trucks',
  'my-schedules': 'one open schedule per truck, 3,000 trucks',
  'my-rounds': 'one open schedule per truck',
  'my-stops': '2,000 reports per event',
  vehicles: '3,000 trucks',
  sites: '1,000 sites',
  forecasts: 'one row',
  configuration: 'one row',
}

it('lists of boards have a limit, or something else limits their rows', () => {
  const rooms = Object.keys(feedRooms) as RoomName[]
  const unlimited = rooms.filter((room) =>
    roomDefinitions[room].lists(new Date(), {}, []).some(({ limit }) => limit === undefined),
  )
  expect(unlimited.toSorted()).toEqual(Object.keys(LIMITED_ELSEWHERE).toSorted())
  for (const room of ['schedules', 'my-schedules'] as const)
    for (const { limit, filter } of roomDefinitions[room].lists(new Date(), {}, []))
      expect(limit !== undefined || filter?.open === true).toBe(true)
})
