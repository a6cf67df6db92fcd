/**
 * Tests that a forecast is queued in advance for each night.
 * A missed forecast is made later; a requested forecast is queued as well.
 * Without any loads there is no forecast.
 */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { createForecastPolicy } from './forecast-policy.ts'

const NOON = '2026-03-04T12:00:00.000Z'
const arrived = { type: 'DeliveryMoved', data: {} } as Event
const made = (forecastId: string, madeOn = '2026-03-04') =>
  ({ type: 'ForecastMade', data: { forecastId, madeOn } }) as Event
const failed = (forecastId: string, madeOn = '2026-03-04') =>
  ({ type: 'ForecastFailed', data: { forecastId, madeOn } }) as Event
const asked = (forecastId: string) =>
  ({ type: 'ForecastRequested', data: { forecastId, madeOn: '2026-03-04' } }) as Event
const inZone = (timeZone: string) =>
  ({ type: 'ConfigurationChanged', data: { configuration: { city: { timeZone } } } }) as Event

function outstandingAt(now: string, ...events: Event[]) {
  const policy = createForecastPolicy(() => new Date(now))
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}
const ids = (...given: Parameters<typeof outstandingAt>) => outstandingAt(...given).map(({ id }) => id)
const TODAY = 'forecast-nightly-2026-03-04-Africa/Accra'
const TOMORROW = 'forecast-nightly-2026-03-05-Africa/Accra'

describe('every night', () => {
  it('a forecast is due half an hour after midnight, and the one that was missed at once', () =>
    expect(outstandingAt(NOON, arrived, made('nightly-2026-03-03', '2026-03-03'))).toEqual([
      {
        id: TODAY,
        job: 'forecast',
        data: { forecastId: 'nightly-2026-03-04', madeOn: '2026-03-04' },
        notBefore: '2026-03-04T00:30:00.000Z',
      },
      {
        id: TOMORROW,
        job: 'forecast',
        data: { forecastId: 'nightly-2026-03-05', madeOn: '2026-03-05' },
        notBefore: '2026-03-05T00:30:00.000Z',
      },
    ]))
  it('the first one of all at once, also between midnight and that hour', () =>
    expect(outstandingAt('2026-03-04T00:10:00.000Z', arrived).map(({ notBefore }) => notBefore)).toEqual([
      '2026-03-04T00:00:00.000Z',
      '2026-03-05T00:30:00.000Z',
    ]))
  it('once, well or not', () => {
    expect(ids(NOON, arrived, made('nightly-2026-03-04'))).toEqual([TOMORROW])
    expect(ids(NOON, arrived, failed('nightly-2026-03-04'))).toEqual([TOMORROW])
  })
  it('whatever was made by day or recorded late', () =>
    expect(ids(NOON, arrived, made('asked-1'), made('nightly-2026-03-03', '2026-03-03'))).toEqual([TODAY, TOMORROW]))
  it('also after one that a clock ahead has made for a night to come', () => {
    const ahead = made('nightly-2027-03-04', '2027-03-04')
    expect(ids(NOON, arrived, ahead)).toEqual([TODAY, TOMORROW])
    expect(ids(NOON, arrived, ahead, made('nightly-2026-03-04'))).toEqual([TOMORROW])
    expect(ids('2027-03-04T12:00:00.000Z', arrived, ahead, made('nightly-2026-03-04'))).toEqual([
      'forecast-nightly-2027-03-05-Africa/Accra',
    ])
  })
  it('by the clocks of the city, also when they change', () => {
    const newYork = [inZone('America/New_York'), arrived, made('nightly-2026-03-01', '2026-03-01')] as const
    expect(outstandingAt('2026-03-08T03:00:00.000Z', ...newYork).map(({ notBefore }) => notBefore)).toEqual([
      '2026-03-07T05:30:00.000Z',
      '2026-03-08T05:30:00.000Z',
    ])
    expect(outstandingAt('2026-03-08T12:00:00.000Z', ...newYork).map(({ notBefore }) => notBefore)).toEqual([
      '2026-03-08T05:30:00.000Z',
      '2026-03-09T04:30:00.000Z',
    ])
  })
  it('at the new hour once the city has another time zone, whatever is in the queue by then', () =>
    expect(outstandingAt(NOON, arrived, made('nightly-2026-03-04'), inZone('America/New_York'))).toEqual([
      expect.objectContaining({
        id: 'forecast-nightly-2026-03-05-America/New_York',
        notBefore: '2026-03-05T05:30:00.000Z',
      }),
    ]))
  it('not before anything has arrived', () => expect(ids(NOON)).toEqual([]))
})

it('asked for while it is due or under way, the night’s own stays one job, of one id', () => {
  const nightly = asked('nightly-2026-03-04')
  expect(outstandingAt(NOON, arrived, nightly)).toMatchObject([{ id: TODAY }, { id: TOMORROW }])
  expect(ids(NOON, nightly)).toEqual([TODAY])
  expect(ids(NOON, arrived, nightly, made('nightly-2026-03-04'))).toEqual([TOMORROW])
})

it('asked for, it is made now, until it is done', () => {
  const night = [arrived, made('nightly-2026-03-04')]
  expect(ids(NOON, ...night, asked('asked-1'))).toEqual(['forecast-asked-1', TOMORROW])
  expect(ids(NOON, ...night, asked('asked-1'), made('asked-1'))).toEqual([TOMORROW])
  expect(ids(NOON, ...night, asked('asked-1'), failed('asked-1'))).toEqual([TOMORROW])
})
