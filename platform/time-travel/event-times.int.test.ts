/** Tests times and positions in a log with a wrong clock. */
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '../event-store/event-store.ts'
import { openEventTimes } from './event-times.ts'

const NOW = Date.parse('2026-03-04T12:00:00.000Z')
const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

/**
 * Returns the index of event times, filled with an event for each of `times`.
 * The first event has position 1.
 */
const momentsOf = (...times: number[]) => momentsTakenAt(() => NOW, times)
/** `clock` returns the present of the process that takes an event with this time. */
function momentsTakenAt(clock: (at: number) => number, times: readonly number[]) {
  const moments = openEventTimes(new DatabaseSync(':memory:'))
  for (const [index, at] of times.entries()) {
    const data = {}
    const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
    const event = { stream: 's', revision: index, id: `e${index}`, type: 'ReportCollected', data, meta }
    moments.take({ ...event, at, position: index + 1 } as LoggedEvent, clock(at))
  }
  return moments
}

describe('events that a clock ahead has dated in the future', () => {
  it('have happened by now, also while nothing came after them', () => {
    const moments = momentsOf(NOW - 10 * MINUTE, NOW + YEAR, NOW + YEAR + 1)
    expect(moments.atTime(NOW, NOW)?.position).toBe(3)
    // A time slightly before `NOW` counts as the present.
    // Clocks may differ, and some time passes between a request and its read.
    expect(moments.atTime(NOW - 500, NOW)?.position).toBe(3)
    expect(moments.atTime(NOW - 11 * MINUTE, NOW)).toBeUndefined()
  })

  it('are followed by events at their own times', () => {
    const moments = momentsOf(NOW - 10 * MINUTE, NOW + YEAR, NOW - 5 * MINUTE, NOW - MINUTE)
    expect(moments.atTime(NOW, NOW)?.position).toBe(4)
    expect(moments.atTime(NOW - 2 * MINUTE, NOW)?.position).toBe(3)
    expect(moments.atTime(NOW - 7 * MINUTE, NOW)?.position).toBe(1)
    expect(moments.counts([NOW - 6 * MINUTE, NOW - 4 * MINUTE, NOW])).toEqual([2, 1])
  })
})

describe('the times of past events', () => {
  const HOUR = 60 * MINUTE
  it('stay as they were if the clock of the process itself is set back', () => {
    const times = [-50, -26, -25, -2, -1, -47, 0].map((hours) => NOW + hours * HOUR)
    for (const clock of [(at: number) => at, () => NOW]) {
      const moments = momentsTakenAt(clock, times)
      expect(moments.atTime(NOW - 20 * HOUR, NOW)?.position).toBe(3)
      expect(moments.atTime(NOW - 30 * MINUTE, NOW)?.position).toBe(6)
      expect(moments.atTime(NOW, NOW)?.position).toBe(7)
    }
  })

  it('stay as they were if the clock falls back to a time before the log', () => {
    const times = [NOW - 50 * HOUR, NOW - HOUR, 0, NOW]
    expect(momentsTakenAt((at) => at, times).atTime(NOW - 2 * HOUR, NOW)?.position).toBe(1)
  })

  it('stay as they were if the clock is set back by weeks, with pauses of days between the events', () => {
    const days = Array.from({ length: 20 }, (_, index) => 2 * index)
    const times = [...days, 21].map((day) => NOW + (day - 50) * 24 * HOUR)
    expect(momentsTakenAt((at) => at, times).atTime(NOW - 20 * 24 * HOUR, NOW)?.position).toBe(16)
  })

  it('are right after a clock was ahead, also if the file is built again days later', () => {
    const times = [0, 24 * HOUR, 24 * HOUR + 1, MINUTE, HOUR, 30 * HOUR].map((ms) => NOW + ms)
    for (const clock of [(at: number) => at, () => NOW + 2 * 24 * HOUR]) {
      const moments = momentsTakenAt(clock, times)
      expect(moments.atTime(NOW + 2 * MINUTE, NOW + YEAR)?.position).toBe(4)
      expect(moments.atTime(NOW + 12 * HOUR, NOW + YEAR)?.position).toBe(5)
    }
  })

  it('are right after a clock jumped ahead more than once', () => {
    const times = [-1, 0, 240, 241, 720, 721, 3, 4, 40].map((hours) => NOW + hours * HOUR)
    for (const clock of [(at: number) => at, () => NOW + YEAR]) {
      const moments = momentsTakenAt(clock, times)
      expect(moments.atTime(NOW + 2 * HOUR, NOW + YEAR)?.position).toBe(2)
      expect(moments.atTime(NOW + 3.5 * HOUR, NOW + YEAR)?.position).toBe(7)
      expect(moments.atTime(NOW + 20 * HOUR, NOW + YEAR)?.position).toBe(8)
    }
  })
})

it('an event from a slow clock counts as happening with the event before it', () => {
  const moments = momentsOf(NOW - 10 * MINUTE, NOW - YEAR, NOW - MINUTE)
  expect(moments.atTime(NOW - 9 * MINUTE, NOW)?.position).toBe(2)
  expect(moments.atTime(NOW, NOW)?.position).toBe(3)
})
