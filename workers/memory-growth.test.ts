/** Tests that the policies' memory grows with open work, not log length. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { toPosition } from '#platform/event-store/event-store.ts'
import { createAnalysisPolicy } from './analyses/analysis-policies.ts'
import { createPolicies } from './app.ts'
import { createFindingsPolicy } from './audit/findings/findings-policy.ts'
import { openPolicyStateParts, prefixPolicyStateParts } from './runner/policy.ts'

const REPORTS = 40_000
const MOST_BYTES = 1_000_000
/**
 * Age of test events in ms.
 * Events of this age cause no notifications.
 */
const LONG_AGO_MS = 7 * 24 * 60 * 60_000
const AT = Date.parse('2026-03-02T12:00:00Z')

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapUsed(): number {
  collect()
  return process.memoryUsage().heapUsed
}

it('policies forget loads and analyses of years ago', () => {
  const { keep, parts } = openPolicyStateParts()
  const policies = [createFindingsPolicy(keep), createAnalysisPolicy(prefixPolicyStateParts(keep, 'analyses'))]
  for (let n = 0; n < 50_010; n++)
    for (const [type, data] of [
      ['DeliveryCreated', { deliveryId: `d${n}`, vehicleId: 'T1' }],
      ['AnalysisCompleted', { analysisId: `a${n}` }],
      ['AnalysisCorrected', { analysisId: `a${n}`, after: {} }],
    ] as const)
      for (const policy of policies)
        policy.evolve({ type, data, position: toPosition(n), meta: {} } as unknown as Event, AT)
  const sizes = [...parts.values()].map((part) => (part instanceof Map || part instanceof Set ? part.size : 0))
  expect(Math.max(...sizes)).toBe(50_000)
  expect((parts.get('weights/loads') as Map<string, unknown>).has('d9')).toBe(false)
})

it('policies forget reports that were collected, however soon after one another all that was', () => {
  const policies = Object.values(createPolicies(() => new Date(AT + LONG_AGO_MS)))
  const take = (event: Event, position: number) => {
    const recorded = {
      ...event,
      position: toPosition(position),
      meta: { commandId: '', fingerprint: '', actor: 'system' },
    }
    for (const policy of policies) policy.evolve(recorded, AT)
  }
  const time = new Date(AT).toISOString()
  const told = { reportedCount: 1, total: 145, threshold: 116 }
  const report = (n: number) => {
    const about = { reportId: `a report of its own, number ${n}`, userId: 'u1', zone: 'Ayawaso West', reportedAt: time }
    take({ type: 'BinReportedFull', data: { ...about, sealed: '', told } }, 2 * n)
    const by = { collectedBy: 'u2', collectedAt: time, dispatchId: 'd1' }
    take({ type: 'ReportCollected', data: { ...about, ...by } }, 2 * n + 1)
  }
  // Warms up: afterwards the code is compiled and data structures have grown to their final size.
  for (let n = 0; n < 1_000; n++) report(n)
  const before = heapUsed()
  for (let n = 1_000; n < REPORTS; n++) report(n)
  expect(heapUsed() - before).toBeLessThan(MOST_BYTES)
  expect(policies).not.toHaveLength(0)
})
