/** Request of the schedule form. */
import { expect, it } from 'vitest'
import { ScheduleCollection } from '#contract/commands.ts'
import { scheduleBody } from './schedule-body.ts'

const form = { zone: 'Ablekuma North' as const, vehicleIds: ['T001'], siteId: '', start: '' }

it('leaves out what was left empty', () => {
  expect(scheduleBody(form)).toEqual({ zone: 'Ablekuma North', vehicleIds: ['T001'] })
})

it('sends the time as Accra’s clocks show it, in a shape that the contract takes', () => {
  const body = scheduleBody({ ...form, siteId: 'WS002', start: '2026-01-05T14:15' })
  expect(body).toMatchObject({ siteId: 'WS002', scheduledStart: '2026-01-05T14:15:00.000Z' })
  expect(ScheduleCollection.safeParse(body).success).toBe(true)
})
