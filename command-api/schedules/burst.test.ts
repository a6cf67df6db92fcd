/**
 * Tests of bursts of reports in the stream of a zone's plans.
 * A burst pauses automatic planning until a dispatcher clears it.
 */

import { describe, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { zonePlans } from '../aggregates/dispatch.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { clearReportBurst, flagReportBurst } from './burst.ts'
import { planCollection } from './dispatch-plan.ts'

const zone = 'Ablekuma North'
const at = NOW.toISOString()
const flagged = (cycle: number): Event => ({ type: 'BurstFlagged', data: { zone, cycle, reports: 12, flaggedAt: at } })
const cleared = (cycle: number): Event => ({
  type: 'BurstCleared',
  data: { zone, cycle, clearedBy: 'd1', clearedAt: at },
})
const flag = (cycle: number) => ({ zone, cycle, reports: 12 }) as const
const plan = (plannedBy: string, cycle = 1) => ({ zone, cycle, vehicleIds: ['T1'], ended: [], plannedBy }) as const
const planned = (plannedBy: string, cycle = 1): Event => ({
  type: 'CollectionPlanned',
  data: { zone, cycle, vehicleIds: ['T1'], plannedBy, plannedAt: at },
})

describe('a burst', () => {
  it('is flagged once in a cycle, and not again when it was cleared', () => {
    givenEvents(zonePlans, [])
      .when(flagReportBurst, flag(1))
      .then([flagged(1)])
    givenEvents(zonePlans, [flagged(1)])
      .when(flagReportBurst, flag(1))
      .then([])
    givenEvents(zonePlans, [flagged(1), cleared(1)])
      .when(flagReportBurst, flag(1))
      .then([])
    givenEvents(zonePlans, [flagged(1), cleared(1)])
      .when(flagReportBurst, flag(2))
      .then([flagged(2)])
  })

  it('stops automatic plans, but no dispatcher', () => {
    givenEvents(zonePlans, [flagged(1)])
      .when(planCollection, plan('system'))
      .then({ rejected: 'conflict' })
    givenEvents(zonePlans, [flagged(1)])
      .when(planCollection, plan('d1'))
      .then([planned('d1')])
    givenEvents(zonePlans, [flagged(1)])
      .when(planCollection, plan('system', 2))
      .then([planned('system', 2)])
    givenEvents(zonePlans, [flagged(1), cleared(1)])
      .when(planCollection, plan('system'))
      .then([planned('system')])
  })

  it('is cleared by a dispatcher, once', () => {
    givenEvents(zonePlans, []).when(clearReportBurst, { zone, clearedBy: 'd1' }).then({ rejected: 'conflict' })
    givenEvents(zonePlans, [flagged(1)])
      .when(clearReportBurst, { zone, clearedBy: 'd1' })
      .then([cleared(1)])
    givenEvents(zonePlans, [flagged(1), cleared(1)])
      .when(clearReportBurst, { zone, clearedBy: 'd2' })
      .then([])
  })
})
