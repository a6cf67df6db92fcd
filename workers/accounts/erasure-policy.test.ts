/** Tests whose secrets the erasure job deletes: those of erased people, and of drivers whose truck was deleted. */
import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { createErasurePolicy } from './erasure-policy.ts'

it('asks once for everybody who was erased, and for nobody else', () => {
  const policy = createErasurePolicy()
  const at = '2026-03-01T08:00:00.000Z'
  const events: Event[] = [
    { type: 'AccountErased', data: { userId: 'u1', erasedAt: at } },
    { type: 'VehicleArchived', data: { vehicleId: 'T8', archivedBy: 'd1', archivedAt: at } },
    { type: 'VehicleRemoved', data: { vehicleId: 'T9', removedBy: 'd1', removedAt: at } },
  ]
  for (const event of events) policy.evolve(event)
  expect(policy.outstanding()).toEqual([
    { id: 'erase-u1', job: 'send-command', data: { type: 'FinishErasure', userId: 'u1' } },
    { id: 'erase-driver-T9', job: 'send-command', data: { type: 'FinishErasure', userId: 'driver-T9' } },
  ])
  policy.evolve({ type: 'ErasureFinished', data: { personId: 'u1', finishedAt: at } })
  expect(policy.outstanding().map(({ id }) => id)).toEqual(['erase-driver-T9'])
})
