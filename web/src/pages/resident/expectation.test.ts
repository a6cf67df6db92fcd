/** Tests the collection card for all schedules of the resident's zone. */
import { describe, expect, it } from 'vitest'
import type { Report, Schedule } from '#contract/views.ts'
import { type CollectionExpectationInput, collectionExpectationOf, describeCollectionState } from './expectation.ts'

describe('the collection', () => {
  const now = Date.parse('2026-01-05T12:00:00.000Z')

  const HOUR = 3_600_000

  const at = (ms: number) => new Date(now + ms).toISOString()

  /** Creates a collection of three hours that starts in `hours`. */
  const schedule = (id: string, status: Schedule['status'], hours: number, completedAt?: string): Schedule => ({
    id,
    zone: 'Ablekuma North',
    status,
    scheduledStart: at(hours * HOUR),
    estimatedCompletion: at((hours + 3) * HOUR),
    completedAt,
    vehicle: { id: 'T001', make: 'Ford', model: 'F-450', type: 'compressed_truck', registrationNumber: 'GR 1-20' },
    siteId: 'WS001',
    reportsCount: 116,
    estimatedDistance: 12.5,
    estimatedFuelConsumption: 1.5,
  })

  const shown = (...schedules: Schedule[]) => {
    const current = describeCollectionState(schedules, now)
    return [current.state, 'schedule' in current ? current.schedule.id : undefined]
  }

  it('is in progress while a truck is out, early and late, too', () => {
    expect(shown(schedule('early', 'in-progress', 1))).toEqual(['in-progress', 'early'])
    expect(shown(schedule('late', 'in-progress', -5))).toEqual(['in-progress', 'late'])
  })

  it('is in progress while the time of a planned one runs, from its first moment to before its last', () => {
    expect(shown(schedule('starts', 'scheduled', 0))).toEqual(['in-progress', 'starts'])
    expect(shown(schedule('ends', 'scheduled', -3))).toEqual(['none', undefined])
  })

  it('shows the truck that is out before one that is only due', () => {
    expect(shown(schedule('due', 'scheduled', -2), schedule('out', 'in-progress', -1))).toEqual(['in-progress', 'out'])
  })

  it('is scheduled for the earliest start to come', () => {
    expect(shown(schedule('later', 'scheduled', 5), schedule('next', 'scheduled', 0.25))).toEqual(['scheduled', 'next'])
  })

  it('keeps what is to come before what was completed', () => {
    expect(shown(schedule('done', 'completed', -4, at(-HOUR)), schedule('next', 'scheduled', 2))[0]).toBe('scheduled')
  })

  it('is completed for 24 hours after the latest one ended, then there is none', () => {
    const older = schedule('older', 'completed', -9, at(-6 * HOUR))
    const latest = schedule('latest', 'completed', -5, at(-HOUR))
    expect(describeCollectionState([older, latest], now)).toEqual({
      state: 'completed',
      schedule: latest,
      at: at(-HOUR),
    })
    expect(shown(schedule('old', 'completed', -27, at(1 - 24 * HOUR)))[0]).toBe('completed')
    expect(shown(schedule('old', 'completed', -27, at(-24 * HOUR)))[0]).toBe('none')
  })

  it('is not completed while another is planned whose time is over: that one is late', () => {
    const late = schedule('late', 'scheduled', -6)
    const state = describeCollectionState([late, schedule('done', 'completed', -5, at(-HOUR))], now)
    expect(state).toEqual({ state: 'none', late })
  })

  it('is none without schedules, and a cancelled one is none', () => {
    expect(shown()).toEqual(['none', undefined])
    expect(shown(schedule('off', 'cancelled', 1))).toEqual(['none', undefined])
  })
})

/**
 * Tests all combinations of report and collections.
 * No two card texts may contradict each other.
 */
const now = Date.parse('2026-01-05T12:00:00.000Z')
const HOUR = 3_600_000
const at = (hours: number) => new Date(now + hours * HOUR).toISOString()

const report = (status: Report['status'], hours: number, more: Partial<Report> = {}): Report => ({
  ...{ id: 'u1.1', userId: 'u1', zone: 'Ablekuma North', status, timestamp: at(hours) },
  ...more,
})
/** Creates a three-hour collection that starts in `hours`; negative values are past. */
const schedule = (status: Schedule['status'], hours: number, more: Partial<Schedule> = {}): Schedule => ({
  ...{ id: `${status} ${hours}`, zone: 'Ablekuma North', status, siteId: 'WS001', reportsCount: 116 },
  ...{ scheduledStart: at(hours), estimatedCompletion: at(hours + 3) },
  vehicle: { id: 'T001', make: 'Ford', model: 'F-450', type: 'compressed_truck', registrationNumber: 'GR 1-20' },
  ...{ estimatedDistance: 12.5, estimatedFuelConsumption: 1.5 },
  ...more,
})

const ownReports: Record<string, Report[]> = {
  none: [],
  new: [report('new', -2)],
  old: [report('new', -90)],
  'sent for': [report('in-progress', -2)],
  reopened: [report('new', -20, { reopenedAt: at(-0.5) })],
  left: [report('in-progress', -2, { served: { outcome: 'exception', exception: 'not-out', at: at(-0.25) } })],
  'left before': [report('new', -20, { served: { outcome: 'exception', exception: 'not-out', at: at(-10) } })],
  collected: [report('collected', -20, { collectedAt: at(-0.25) })],
  'collected long ago': [report('collected', -90, { collectedAt: at(-30) })],
}
const collections: Record<string, Schedule[]> = {
  none: [],
  planned: [schedule('scheduled', 2)],
  'planned for tomorrow': [schedule('scheduled', 20)],
  due: [schedule('scheduled', -1)],
  unconfirmed: [schedule('scheduled', -5)],
  'set out': [schedule('in-progress', -1, { startedAt: at(-1) })],
  'set out before': [schedule('in-progress', -2.5, { startedAt: at(-2.5) })],
  overdue: [schedule('in-progress', -4, { startedAt: at(-4), overdueAt: at(-1) })],
  'out too long': [schedule('in-progress', -4, { startedAt: at(-4) })],
  cancelled: [schedule('cancelled', 1, { cancelledAt: at(-1) })],
  'cancelled before': [schedule('cancelled', 1, { cancelledAt: at(-3) })],
  completed: [schedule('completed', -4, { completedAt: at(-0.2) })],
  'completed, and planned': [schedule('completed', -4, { completedAt: at(-0.2) }), schedule('scheduled', 2)],
  'cancelled, and planned': [schedule('cancelled', 1, { cancelledAt: at(-1) }), schedule('scheduled', 2)],
}
const pasts = { known: { hours: 48, of: 143 }, unknown: undefined }
const kepts = [undefined, 'waiting', 'sent'] as const

const told = (own: string, zone: string, more: Partial<CollectionExpectationInput> = {}) =>
  collectionExpectationOf({
    reports: ownReports[own]!,
    schedules: collections[zone]!,
    usual: pasts.known,
    now,
    ...more,
  })
const secondOf = (...known: Parameters<typeof told>) => told(...known).steps[1]

const every = Object.keys(ownReports).flatMap((own) =>
  Object.keys(collections).flatMap((zone) =>
    kepts.flatMap((kept) =>
      Object.entries(pasts).flatMap(([past, usual]) =>
        [false, true].map((isUnheard) => ({ own, zone, kept, past, usual, isUnheard })),
      ),
    ),
  ),
)

describe.each(Object.keys(ownReports))('with a report that is %s', (own) => {
  const cases = every.filter((one) => one.own === own)

  it('goes through the steps in their order', () => {
    for (const { zone, ...more } of cases) {
      const states = told(own, zone, more).steps.map(({ state }) => state)
      expect([
        ['now', 'next', 'next'],
        ['done', 'now', 'next'],
        ['done', 'done', 'done'],
      ]).toContainEqual(states)
      const isOpen = ['new', 'old', 'sent for', 'reopened', 'left', 'left before'].includes(own)
      if (isOpen || more.kept === 'sent') expect(states).toEqual(['done', 'now', 'next'])
      else if (more.kept === 'waiting') expect(states).toEqual(['now', 'next', 'next'])
    }
  })

  it('says under its name what the badge says', () => {
    const fits: Record<string, RegExp> = {
      'In Progress': /on its way|due now|is in your zone|was at your bin/,
      Scheduled: /^Truck coming .*about \d\d:\d\d$/,
      Overdue: /^Truck is late$/,
      'No Schedule': /usually within|Longer than usual|No truck planned yet/,
    }
    for (const { zone, ...more } of cases.filter(({ isUnheard }) => !isUnheard)) {
      const { badge, steps } = told(own, zone, more)
      const about = `${zone} ${JSON.stringify(more)}`
      const isOver = steps.every(({ state }) => state === 'done') || (zone === 'completed' && steps[0].state === 'now')
      if (badge?.label === 'Completed') expect([isOver, more.kept], about).toEqual([true, undefined])
      else expect(steps[1].title, about).toMatch(fits[badge!.label]!)
    }
  })

  it('names one time or a range, and says that none is planned only where none is', () => {
    for (const { zone, ...more } of cases) {
      const { steps, schedule, advice } = told(own, zone, more)
      const second = `${steps[1].title} ${steps[1].text ?? ''}`
      if (/usual|No truck/.test(second)) expect([schedule, advice], zone).toEqual([undefined, undefined])
      if (/coming/.test(second)) expect(Date.parse(schedule!.scheduledStart)).toBeGreaterThan(now)
      if (/No truck is planned/.test(second))
        expect(collections[zone]!.every(({ status }) => status === 'completed' || status === 'cancelled')).toBe(true)
    }
  })
})

it.each([
  ['new', 'none', 'Truck usually within 2 days', /Of the last 143 reports in your zone, 8 in 10 were/],
  ['old', 'none', 'Longer than usual', /No truck is planned yet/],
  ['new', 'planned', 'Truck coming about 14:00', undefined],
  ['new', 'planned for tomorrow', 'Truck coming tomorrow about 08:00', undefined],
  ['new', 'due', 'Truck due now', /Planned for 11:00/],
  ['new', 'unconfirmed', 'Truck is late', /^Nobody has confirmed the collection planned for .* yet/],
  ['new', 'set out', 'Truck on its way', /by 14:00/],
  ['new', 'set out before', 'A truck is in your zone', /before you reported/],
  ['reopened', 'set out', 'A truck is in your zone', /before you reported/],
  ['sent for', 'none', 'Truck on its way', /for your report/],
  ['sent for', 'planned', 'Truck on its way', /for your report/],
  ['left', 'set out', 'The truck was at your bin', /^Your bin was not out at 11:45\. Put it out/],
  ['left', 'none', 'The truck was at your bin', /^Your bin was not out at 11:45\./],
  ['left before', 'set out', 'Truck on its way', /by 14:00/],
  ['left before', 'none', 'Truck usually within 2 days', /^Your bin was not out at 02:00\./],
  ['left before', 'planned', 'Truck coming about 14:00', undefined],
  ['new', 'overdue', 'Truck is late', /by 11:00/],
  ['new', 'out too long', 'Truck is late', /by 11:00/],
  ['new', 'cancelled', 'Truck usually within 2 days', /^The collection planned for 13:00.* was cancelled\./],
  ['new', 'cancelled before', 'Truck usually within 2 days', /^Of the last .* 8 in 10 were/],
  ['new', 'completed', 'Truck usually within 2 days', /^The last collection missed your bin\./],
  ['reopened', 'none', 'Truck usually within 2 days', /the bin was not collected/],
  ['new', 'cancelled, and planned', 'Truck coming about 14:00', undefined],
  ['collected', 'set out', 'Truck came', undefined],
  ['collected', 'planned', 'Truck coming about 14:00', undefined],
])('a report that is %s, and a collection that is %s: %s', (own, zone, title, text) => {
  const second = secondOf(own, zone)
  expect(second.title).toBe(title)
  if (text) expect(second.text).toMatch(text)
  else expect(second.text).toBeUndefined()
})

it('invents no range where the past is too short, and none without a network', () => {
  expect(secondOf('new', 'none', { usual: undefined })).toMatchObject({
    title: 'No truck planned yet',
    text: 'There were too few collections in your zone to estimate the wait.',
  })
  const kept = told('none', 'none', { kept: 'waiting', isUnheard: true })
  expect(kept.badge).toBeUndefined()
  expect(kept.steps.map(({ title }) => title)).toEqual([
    'Your report is not sent yet',
    'Truck time not known yet',
    'Collected',
  ])
})

it('calls late what took longer than usual, from its very hour on', () => {
  const after = (ms: number) => secondOf('old', 'none', { now: Date.parse(at(-90)) + 48 * HOUR + ms }).isLate
  expect([after(0), after(1)]).toEqual([undefined, true])
})

it('tells when it was reported and collected', () => {
  expect(told('collected', 'completed').steps.map(({ text }) => text)).toEqual([
    'Yesterday 16:00',
    undefined,
    'Today 11:45',
  ])
})
