/** Tests that a truck has one driver, and a driver one truck. */
import { describe, expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import { assignDriver, driversFold, releaseDriver, vehicleIdOfDriver } from './drivers.ts'

const now = new Date('2026-03-01T06:00:00.000Z')
const assigned = (userId: string, vehicleId: string) =>
  ({
    type: 'DriverAssigned',
    data: { userId, vehicleId, assignedBy: 'd1', assignedAt: now.toISOString() },
  }) as const
const given = (...events: Parameters<typeof driversFold.evolve>[1][]) =>
  events.reduce(driversFold.evolve, driversFold.initial)
const standing = given(assigned('v1', 'T001'))

describe('a driver', () => {
  it('takes a free truck, once', () => {
    const take = { userId: 'v2', vehicleId: 'T002', by: 'v2' }
    const events = assignDriver(take, standing, now)
    if (isRejection(events)) throw new Error(events.message)
    expect(events).toMatchObject([{ type: 'DriverAssigned', data: { userId: 'v2', vehicleId: 'T002' } }])
    expect(assignDriver(take, events.reduce(driversFold.evolve, standing), now)).toEqual([])
  })

  it('has no second truck, and a truck has no second driver', () => {
    expect(assignDriver({ userId: 'v1', vehicleId: 'T002', by: 'd1' }, standing, now)).toMatchObject({
      rejected: 'conflict',
      message: expect.stringContaining('T001'),
    })
    expect(assignDriver({ userId: 'v2', vehicleId: 'T001', by: 'v2' }, standing, now)).toMatchObject({
      rejected: 'conflict',
    })
  })

  it.each([{ vehicleId: 'T001' }, { userId: 'v1' }])('is released by %o, once', (of) => {
    const events = releaseDriver({ ...of, by: 'd1' }, standing, now)
    if (isRejection(events)) throw new Error(events.message)
    expect(events).toMatchObject([{ type: 'DriverReleased', data: { userId: 'v1', vehicleId: 'T001' } }])
    const after = events.reduce(driversFold.evolve, standing)
    expect(vehicleIdOfDriver(after, 'v1')).toBeUndefined()
    expect(releaseDriver({ ...of, by: 'd1' }, after, now)).toEqual([])
    expect(assignDriver({ userId: 'v2', vehicleId: 'T001', by: 'v2' }, after, now)).toHaveLength(1)
  })
})
