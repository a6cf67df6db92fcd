/**
 * Tests schedule reads: open and ended, newest first.
 * Residents read only those of their zone.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { Rejection } from '#contract/http/problems.ts'
import type { Schedule } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { createCall, NOW, openProjectionsFixture } from '../queries/fixtures.ts'
import { createScheduleReadHandlers } from './routes.ts'

const NORTH = 'Ablekuma North'
const WEST = 'Ayawaso West'
let city: Awaited<ReturnType<typeof openProjectionsFixture>>
beforeEach(async () => {
  city = await openProjectionsFixture()
})
afterEach(() => city.close())

const hours = (from: number) => new Date(NOW.getTime() + from * 60 * 60_000).toISOString()
const about = (scheduleId: string, zone: Zone) => ({ scheduleId, vehicleId: `T-${scheduleId}`, zone })
const scheduled = (scheduleId: string, start: number, zone: Zone = NORTH, driver?: string): Event => ({
  type: 'CollectionScheduled',
  data: {
    ...about(scheduleId, zone),
    cycle: 1,
    vehicle: { make: 'Ford', model: 'Transit', type: 'side_loader', registrationNumber: 'GW-1' },
    driver,
    siteId: 'WS001',
    reportsCount: 2,
    scheduledStart: hours(start),
    estimatedCompletion: hours(start + 3),
    estimatedDistance: 12.5,
    estimatedFuel: 1,
    scheduledBy: 'd1',
    scheduledAt: hours(start),
  },
})
const completed = (scheduleId: string, at: number): Event => ({
  type: 'CollectionCompleted',
  data: { ...about(scheduleId, NORTH), reportIds: [], completedAt: hours(at) },
})
const cancelled = (scheduleId: string, at: number): Event => ({
  type: 'CollectionCancelled',
  data: { ...about(scheduleId, NORTH), reportIds: [], cancelledBy: 'd1', cancelledAt: hours(at) },
})

async function ask(by: { role: 'resident' | 'dispatcher'; zone?: Zone }, query: { zone?: Zone } = {}) {
  const call = createCall<'schedules'>('u1', by.role, { query })
  const answer = await createScheduleReadHandlers(city.reading).schedules?.(
    { ...call, principal: { ...call.principal, ...by } },
    presentSnapshotOf(city.reading),
  )
  return answer as { schedules: Schedule[] } & Rejection
}
const idsOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).schedules.map(({ id }) => id)
const dispatcher = { role: 'dispatcher' } as const

describe('schedules', () => {
  it('are the open ones, and those that ended within a day, newest start first', async () => {
    await city.happened(
      scheduled('open-for-days', -72),
      scheduled('done', -26),
      completed('done', -23.9),
      scheduled('long-done', -40),
      completed('long-done', -24.1),
      scheduled('called-off', -2),
      cancelled('called-off', -1),
      scheduled('long-called-off', -30),
      cancelled('long-called-off', -29),
      scheduled('next', 1),
    )
    expect(await idsOf(dispatcher)).toEqual(['next', 'called-off', 'done', 'open-for-days'])
  })

  it('are those of a zone, where one is asked for', async () => {
    await city.happened(scheduled('n', 0), scheduled('w', 1, WEST))
    expect(await idsOf(dispatcher)).toEqual(['w', 'n'])
    expect(await idsOf(dispatcher, { zone: NORTH })).toEqual(['n'])
  })

  it('are those of their own zone for residents, who may not ask for another', async () => {
    await city.happened(scheduled('n', 0), scheduled('w', 1, WEST))
    const resident = { role: 'resident', zone: WEST } as const
    expect(await idsOf(resident)).toEqual(['w'])
    expect(await idsOf(resident, { zone: WEST })).toEqual(['w'])
    expect(await ask(resident, { zone: NORTH })).toMatchObject({ rejected: 'forbidden' })
    expect(await idsOf({ role: 'resident', zone: undefined })).toEqual([])
  })

  it('are the 50 newest that were cancelled for residents, besides the open ones', async () => {
    const many = Array.from({ length: 51 }, (_, n) => [scheduled(`s${n}`, n), cancelled(`s${n}`, -1 - n / 100)])
    await city.happened(scheduled('open', -9), ...many.flat())
    const listed = await idsOf({ role: 'resident', zone: NORTH })
    expect(listed).toHaveLength(51)
    expect(listed[0]).toBe('s49')
    expect(listed.at(-1)).toBe('open')
    expect(await idsOf(dispatcher)).toHaveLength(52)
  })

  it('name the driver, and nobody where there is none', async () => {
    const driver = await city.reading.sealer.seal('driver-T-n', { name: 'Kojo', contact: '+233 20 000 0000' })
    await city.happened(scheduled('n', 1, NORTH, driver), scheduled('m', 0))
    const { schedules } = await ask(dispatcher)
    expect(schedules.map((schedule) => [schedule.driverName, schedule.driverContact])).toEqual([
      ['Kojo', '+233 20 000 0000'],
      [undefined, undefined],
    ])
  })
})
