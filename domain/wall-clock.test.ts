/**
 * Tests every time zone over two years.
 * Each day begins once; field values survive conversion to UTC and back.
 */
import { describe, expect, it } from 'vitest'
import { addDays, localDayOf, toDateTimeFieldValueIn } from './city-time.ts'
import { dayStartIsoOf, dayStartOf, parseDateTimeFieldIn } from './wall-clock.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const [FROM, UNTIL] = [Date.UTC(2026, 0, 1), Date.UTC(2028, 0, 1)]
/**
 * Step in ms of the search for clock changes.
 * A daylight saving period is longer, so the search misses none.
 */
const STEP_MS = 14 * DAY_MS
const ahead = (timeZone: string, at: number) => Date.parse(`${toDateTimeFieldValueIn(timeZone, at)}:00Z`) - at

/**
 * Returns when the clocks in a time zone change, in epoch ms to the minute.
 * The time zone data comes from the JavaScript runtime.
 */
function changesOf(timeZone: string): number[] {
  const changes: number[] = []
  for (let at = FROM; at < UNTIL; at += STEP_MS) {
    const end = Math.min(at + STEP_MS, UNTIL)
    if (ahead(timeZone, at) === ahead(timeZone, end)) continue
    let [before, after] = [at, end]
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
      if (ahead(timeZone, middle) === ahead(timeZone, before)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}

const zones = Intl.supportedValuesOf('timeZone').map((timeZone) => ({ timeZone, changes: changesOf(timeZone) }))
const moved = zones.flatMap(({ timeZone, changes }) => changes.map((at) => ({ timeZone, at })))

it('knows the zones whose clocks are moved', () => expect(moved.length).toBeGreaterThan(300))

it('begins each day at its first minute, on the days around a change and on others', () => {
  const days = zones.flatMap(({ timeZone, changes }) =>
    [...changes, FROM, Date.UTC(2027, 6, 15)].flatMap((at) =>
      [-1, 0, 1].map((n) => ({ timeZone, day: addDays(new Date(at).toISOString().slice(0, 10), n) })),
    ),
  )
  const wrong = days.filter(({ timeZone, day }) => {
    const begins = dayStartOf(timeZone, day)
    const [first, before] = [begins, begins - MINUTE_MS].map((at) => toDateTimeFieldValueIn(timeZone, at).slice(0, 10))
    return first !== day || (before ?? '') >= day || localDayOf(timeZone, dayStartIsoOf(timeZone, day)) !== day
  })
  expect(wrong).toEqual([])
})

it('reads what a field shows as the first moment that shows it', () => {
  const wrong = moved.filter(({ timeZone, at: change }) => {
    for (let at = change - 180 * MINUTE_MS; at <= change + 180 * MINUTE_MS; at += 15 * MINUTE_MS) {
      const field = toDateTimeFieldValueIn(timeZone, at)
      const read = parseDateTimeFieldIn(timeZone, field)
      const back = ahead(timeZone, change - MINUTE_MS) - ahead(timeZone, change)
      if (toDateTimeFieldValueIn(timeZone, read) !== field || read > at) return true
      if (back > 0 && toDateTimeFieldValueIn(timeZone, read - back) === field) return true
    }
    return false
  })
  expect(wrong).toEqual([])
})

it('begins the first and the last day that reads calculate with', () => {
  for (const { timeZone } of zones.filter((_, n) => n % 10 === 0))
    for (const day of ['1970-01-01', '3000-01-01'])
      expect(localDayOf(timeZone, dayStartIsoOf(timeZone, day)), `${timeZone} ${day}`).toBe(day)
})

describe('by name', () => {
  it.each([
    // A day on which the clocks skip midnight.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-09-06', '2026-09-05T18:15:00.000Z'],
  ])('in %s %s begins at %s', (timeZone, day, at) => expect(dayStartIsoOf(timeZone, day)).toBe(at))

  it('a field of an hour that comes twice is the first of the two', () =>
    expect(new Date(parseDateTimeFieldIn('Europe/Berlin', '2027-10-31T02:15')).toISOString()).toBe(
      '2027-10-31T00:15:00.000Z',
    ))
  it('one of an hour that there is not is as much later', () =>
    expect(new Date(parseDateTimeFieldIn('Europe/Berlin', '2027-03-28T02:15')).toISOString()).toBe(
      '2027-03-28T01:15:00.000Z',
    ))
})
