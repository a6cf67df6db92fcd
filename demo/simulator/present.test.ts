/** Tests that the demo's start is consistent, deterministic, and always interesting. */

import { describe, expect, it } from 'vitest'
import type { SimulatedCommand } from '#contract/demo/simulated-command.ts'
import { recommendationThresholdOf } from '#domain/report-rules.ts'
import { createTestCityConfig, expectConsistentCommands } from './fixtures.ts'
import { simulateUntilNow } from './present.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const from = new Date('2026-06-01T00:00:00Z')
/** Start times of the simulation on different weekdays and at different hours of day and night. */
const STARTS = Array.from(
  { length: 14 },
  (_, n) => new Date(Date.parse('2026-09-07T00:20:00Z') + n * (DAY_MS + 2 * HOUR_MS)),
)

const city = createTestCityConfig('demo')
const openAt = (all: readonly SimulatedCommand[]) => {
  const open = new Map<string, string>()
  for (const happening of all) {
    if (happening.type === 'ReportBinFull') open.set(happening.resident.id, happening.resident.zone)
    if (happening.type === 'MarkAllCollected') for (const { id } of happening.reporters) open.delete(id)
  }
  return city.zones.map(({ name, customers }) => {
    const reports = [...open.values()].filter((zone) => zone === name).length
    return { reports, share: reports / recommendationThresholdOf(customers) }
  })
}

describe.each(STARTS)('the present at %s', (now) => {
  const all = simulateUntilNow(city, from, now)

  it('was possible, and lies before now', () => {
    expectConsistentCommands(all)
    expect(all.every(({ at }) => at <= now)).toBe(true)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it('has open reports in both zones, one of them near its threshold and none above', () => {
    const zones = openAt(all)
    expect(Math.min(...zones.map(({ reports }) => reports))).toBeGreaterThanOrEqual(4)
    expect(Math.max(...zones.map(({ share }) => share))).toBeGreaterThanOrEqual(0.8)
    expect(Math.max(...zones.map(({ share }) => share))).toBeLessThan(1)
  })

  it('has reports of the last day', () => {
    const fresh = all.filter(({ type, at }) => type === 'ReportBinFull' && at.getTime() > now.getTime() - DAY_MS)
    expect(fresh.length).toBeGreaterThan(0)
  })

  it('has one truck out, one scheduled and one back, and sites as they are to stand', () => {
    const today = all.filter(({ id }) => id.startsWith('demo/present/'))
    const count = (type: SimulatedCommand['type']) => today.filter((happening) => happening.type === type).length
    expect([count('ScheduleCollection'), count('StartCollection'), count('MarkAllCollected')]).toEqual([3, 2, 1])
    const levels = today.flatMap((happening) =>
      happening.type === 'UpdateComposition' ? [[happening.siteId, happening.body.currentCapacity]] : [],
    )
    expect(Object.fromEntries(levels)).toEqual({ WS001: 750, WS002: 500 })
  })

  it('has sites that come to that by and by', () => {
    const updates = all.filter((happening) => happening.type === 'UpdateComposition')
    for (const { id } of city.sites) {
      const [last, before] = updates.filter(({ siteId }) => siteId === id).reverse()
      const level = last?.body.currentCapacity ?? 0
      expect(Math.abs((before?.body.currentCapacity ?? 0) - level)).toBeLessThan(0.05 * level)
    }
  })
})

it('is the same when asked again, so that a start that was cut off can go on', () => {
  const now = STARTS[3] as Date
  expect(simulateUntilNow(city, from, now)).toEqual(simulateUntilNow(city, from, now))
})
