/** Tests counts, order and texts of routes. */
import { describe, expect, it } from 'vitest'
import type { Schedule } from '#contract/views.ts'
import { dateTimeFieldToIso, toDateTimeField } from '#web/lib/format/dates.ts'
import { sortSchedulesByUrgency } from '#web/ui/marks.tsx'
import {
  changedStartOf,
  describeStopConsequences,
  formatRouteDuration,
  formatRouteTime,
  getRouteFilters,
  isCompletedToday,
  routeBadgeOf,
  routeNameOf,
  routeStepsOf,
  startTimeErrorOf,
} from './routes.ts'

const NOW = Date.parse('2026-01-05T12:00:00Z')

const route = (more: Partial<Schedule> = {}): Schedule => ({
  id: 'SCH-AN1-T001',
  zone: 'Ablekuma North',
  status: 'scheduled',
  scheduledStart: '2026-01-05T13:00:00.000Z',
  estimatedCompletion: '2026-01-05T16:00:00.000Z',
  vehicle: { id: 'T001', make: 'Ford', model: 'F-450', type: 'compressed_truck', registrationNumber: 'GT 1' },
  siteId: 'WS001',
  reportsCount: 3,
  estimatedDistance: 12.5,
  estimatedFuelConsumption: 1.47,
  ...more,
})
const active = route({ id: 'a', status: 'in-progress', startedAt: '2026-01-05T11:50:00.000Z' })
const done = route({ id: 'd', status: 'completed', completedAt: '2026-01-05T00:00:00.000Z' })
const before = route({ id: 'b', status: 'completed', completedAt: '2026-01-04T23:59:59.999Z' })
const stopped = route({ id: 's', status: 'cancelled', cancelledAt: '2026-01-05T11:00:00.000Z', reason: 'Flat tyre' })

it('a route under way says when its time ran out', () => {
  expect(routeBadgeOf(active).label).toBe('Active')
  expect(routeBadgeOf({ ...active, overdueAt: '2026-01-05T11:59:00.000Z' })).toEqual({
    tone: 'critical',
    label: 'Overdue',
  })
  expect(routeBadgeOf({ ...done, overdueAt: '2026-01-04T23:00:00.000Z' }).label).toBe('Completed')
})

describe('the figures', () => {
  it('count each route where it belongs', () => {
    const all = [route(), active, done, before, stopped]
    const counts = getRouteFilters(NOW).map(({ label, includes }) => [label, all.filter(includes).length])
    expect(counts).toEqual([
      ['All Routes', 5],
      ['Active Routes', 1],
      ['Pending Routes', 1],
      ['Completed Today', 1],
    ])
  })

  it('know the day in Accra', () => {
    expect(isCompletedToday(done, NOW)).toBe(true)
    expect(isCompletedToday(before, NOW)).toBe(false)
    expect(isCompletedToday(active, NOW)).toBe(false)
  })
})

describe('the list', () => {
  it('has first what is under way, then what is next, then what is over', () => {
    const later = route({ id: 'l', scheduledStart: '2026-01-05T14:00:00.000Z' })
    const order = sortSchedulesByUrgency([stopped, later, done, route(), active]).map(({ id }) => id)
    expect(order).toEqual(['a', 'SCH-AN1-T001', 'l', 'd', 's'])
  })

  it('says when', () => {
    expect([route(), active, done, stopped].map((route) => formatRouteTime(route, NOW))).toEqual([
      'starts 13:00',
      'started 11:50',
      'completed 00:00',
      'stopped 11:00',
    ])
    expect(formatRouteDuration(route())).toBe('3\u00a0h')
  })

  it('names a site that is not known by its id', () => {
    expect(routeNameOf(route(), [])).toBe('T001, Ablekuma North to WS001')
  })
})

describe('stopping a route', () => {
  it('says what follows for this one', () => {
    expect(describeStopConsequences(active)[0]).toBe('T001 stops collecting in Ablekuma North.')
    expect(describeStopConsequences(active).join(' ')).toContain('3 bins')
    expect(describeStopConsequences(route({ reportsCount: 0 })).join(' ')).not.toContain('0 bins')
  })
})

describe('the course', () => {
  const titles = (schedule: Schedule) =>
    routeStepsOf(schedule).map(({ title, expected, note }) => [title, expected, ...(note ? [note] : [])])

  it('tells what happened from what is expected', () => {
    expect(titles(route())).toEqual([
      ['Start', true],
      ['Completion', true],
    ])
    expect(titles(active)).toEqual([
      ['Started', false, '1\u00a0h 10\u00a0min early'],
      ['Completion', true],
    ])
    expect(titles({ ...active, startedAt: '2026-01-05T13:03:00.000Z' })[0]).toContain('3\u00a0min late')
  })

  it('ends with what ended it; a start that was never reached comes after', () => {
    expect(titles(done)[0]).toEqual(['Completed', false])
    expect(titles(stopped)).toEqual([
      ['Stopped', false, 'Flat tyre'],
      ['Planned start', false],
    ])
    expect(titles({ ...stopped, startedAt: '2026-01-05T10:30:00.000Z' }).map(([title]) => title)).toEqual([
      'Started',
      'Stopped',
    ])
  })
})

describe('a start', () => {
  it('is shown and sent on Accra’s clocks', () => {
    expect(toDateTimeField('2026-01-05T13:00:00.000Z')).toBe('2026-01-05T13:00')
    expect(dateTimeFieldToIso('2026-01-05T13:00')).toBe('2026-01-05T13:00:00.000Z')
    expect(dateTimeFieldToIso('soon')).toBe('soon')
  })

  it.each([
    ['', 'Start is required'],
    ['soon', 'Start is required'],
    ['2026-01-05T11:58', 'Choose a start time in the future.'],
    ['2026-01-05T11:59', null],
    ['2026-01-06T00:00', null],
  ])('%j is told %j', (field, problem) => expect(startTimeErrorOf(field, NOW)).toBe(problem))
})

/** Tests that a route's start time is not sent if the user did not change it. */
it.each(['2027-10-31T00:15:00.000Z', '2027-10-31T01:15:30.000Z'])('leaves %s as it is', (start) =>
  expect(changedStartOf(toDateTimeField(start), start)).toBeUndefined(),
)

it('moves what was changed', () =>
  expect(changedStartOf('2027-10-31T03:00', '2027-10-31T00:15:00.000Z')).toEqual({
    scheduledStart: '2027-10-31T03:00:00.000Z',
  }))
