/** Tests that the job that moves a zone's residents is requested once, until done. */
import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { createResidentsMovePolicy } from './residents-move-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const begun: Event = {
  type: 'ResidentsMoveBegun',
  data: { zoneId: 'Teshie', moveId: 'move/1', to: 'Tema', begunBy: 'd1', begunAt: at },
}
const ended: Event = { type: 'ResidentsMoved', data: { zoneId: 'Teshie', moveId: 'move/1', residents: 3, movedAt: at } }
const closed: Event = { type: 'ZoneClosed', data: { zoneId: 'Teshie', closedBy: 'd1', closedAt: at } }

function asked(...events: Event[]) {
  const policy = createResidentsMovePolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}

it('asks until it is done', () => {
  const job = {
    id: 'move/1',
    job: 'send-command',
    data: { type: 'MoveResidents', zone: 'Teshie', to: 'Tema', moveId: 'move/1', begunBy: 'd1' },
  }
  expect(asked(begun)).toEqual([job])
  expect(asked(begun, ended)).toEqual([])
  expect(asked(begun, closed)).toEqual([])
  expect(asked(begun, ended, begun)).toEqual([job])
})
