/** Tests that forecasts are requested singly, recorded once, and rescored after corrections. */
import { describe, expect, it } from 'vitest'
import { forecastAggregate, forecastScoreAggregate } from '../aggregates/forecast.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { type ForecastToRecord, failForecast, makeForecast, scoreForecast } from './record-forecast.ts'
import { requestForecast } from './request-forecast.ts'

const madeOn = '2026-03-01'
const command: ForecastToRecord = {
  forecastId: 'nightly-2026-03-01',
  madeOn,
  dataPosition: 7,
  model: 'mix',
  version: '1',
  city: [],
  regularity: { days: 0, of: 28 },
  zones: [],
}
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString()
const made = (madeAt = NOW.toISOString(), forecastId = command.forecastId) =>
  createEvent('ForecastMade', { ...command, forecastId, madeAt })
const failed = createEvent('ForecastFailed', {
  forecastId: command.forecastId,
  madeOn,
  reason: 'No.',
  failedAt: NOW.toISOString(),
})
const ask = { forecastId: 'asked-1', madeOn, requestedBy: 'r1' }
const asked = (requestedAt = NOW.toISOString()) => createEvent('ForecastRequested', { ...ask, requestedAt })

describe('a forecast', () => {
  it('is recorded', () => givenEvents(forecastAggregate, []).when(makeForecast, command).then([made()]))
  it('is recorded once, and not after it has failed', () => {
    givenEvents(forecastAggregate, [made()]).when(makeForecast, command).then([])
    givenEvents(forecastAggregate, [failed]).when(makeForecast, command).then([])
    givenEvents(forecastAggregate, [made()])
      .when(failForecast, { forecastId: command.forecastId, madeOn, reason: 'No.' })
      .then([])
  })
  it('may fail, and another one is made', () => {
    const { forecastId } = command
    givenEvents(forecastAggregate, []).when(failForecast, { forecastId, madeOn, reason: 'No.' }).then([failed])
    expect(
      givenEvents(forecastAggregate, [failed]).when(makeForecast, { ...command, forecastId: 'asked-1' }).decision,
    ).toHaveLength(1)
  })
})

describe('a new forecast', () => {
  const request = (...events: Parameters<typeof givenEvents>[1]) =>
    givenEvents(forecastAggregate, events).when(requestForecast, ask)
  it('is asked for', () => request().then([asked()]))
  it('is requested once at a time, by anybody', () => {
    request(asked(ago(60_000))).then([])
  })
  it('is not requested during the longest run, and again after it', () => {
    const hour = 60 * 60_000
    request(asked(ago(5.9 * hour))).then([])
    request(asked(ago(6.1 * hour))).then([asked()])
  })
  it('is requested after the clock was ahead, although its last ones seem to lie in the future', () => {
    const ahead = ago(-90 * 86_400_000)
    request(made(ahead)).then([asked()])
    request(asked(ahead)).then([asked()])
    const many = Array.from({ length: 12 }, () => asked(ahead))
    request(...many, made(ago(86_400_000))).then([asked()])
  })
  it('is the night’s own while that is due and not done, and no second one beside it', () => {
    const nightly = command.forecastId
    const click = (...events: Parameters<typeof givenEvents>[1]) =>
      givenEvents(forecastAggregate, events).when(requestForecast, { ...ask, nightly })
    const ofNight = createEvent('ForecastRequested', { ...ask, forecastId: nightly, requestedAt: NOW.toISOString() })
    click().then([ofNight])
    click({ ...ofNight, data: { ...ofNight.data, requestedAt: ago(60_000) } }).then([])
    click(made(ago(60_000))).then([asked()])
    click(failed).then([asked()])
  })
  it('is requested at most twelve times an hour', () => {
    const often = (count: number, minutesAgo: number) =>
      Array.from({ length: count }, (_, n) => [
        asked(ago((minutesAgo - n) * 60_000)),
        made(ago((minutesAgo - n) * 60_000 - 1_000), 'asked-1'),
      ]).flat()
    request(...often(11, 50)).then([asked()])
    request(...often(12, 50)).then({
      rejected: 'too-many',
      message: 'Forecasts were requested 12 times within an hour. Please try again in 10 minutes.',
      retryAfter: 600,
    })
    request(...often(12, 60)).then([asked()])
  })
  it('is requested again when the previous one is done, and not within ten seconds of it', () => {
    request(asked(ago(120_000)), made(ago(11_000), 'asked-1')).then([asked()])
    request(asked(ago(120_000)), made(ago(9_000), 'asked-1')).then([])
    request(asked(ago(1_000)), createEvent('ForecastFailed', { ...failed.data, forecastId: 'asked-1' })).then([asked()])
  })
})

describe('a score', () => {
  const north = { zone: 'North', madeOn, p10: 1, p50: 2, p90: 3, actual: 2.5, estimated: 0 }
  const whole = { ...north, zone: '', actual: 5 }
  const scoring = { date: '2026-03-02', scores: [whole, north], dataPosition: 9 }
  const scored = createEvent('ForecastScored', { ...scoring, scoredAt: NOW.toISOString() })
  it('is recorded once', () => {
    givenEvents(forecastScoreAggregate, []).when(scoreForecast, scoring).then([scored])
    givenEvents(forecastScoreAggregate, [scored]).when(scoreForecast, scoring).then([])
  })
  it('is withdrawn once if no load came, and returns with a load', () => {
    const gone = { ...scoring, scores: [], withdrawn: ['North', 'Elsewhere'] }
    const withdrawal = createEvent('ForecastScored', {
      ...scoring,
      scores: [],
      withdrawn: [{ zone: 'North', before: 2.5 }],
      scoredAt: NOW.toISOString(),
    })
    givenEvents(forecastScoreAggregate, [scored]).when(scoreForecast, gone).then([withdrawal])
    givenEvents(forecastScoreAggregate, [scored, withdrawal]).when(scoreForecast, gone).then([])
    givenEvents(forecastScoreAggregate, [scored, withdrawal])
      .when(scoreForecast, scoring)
      .then([createEvent('ForecastScored', { ...scored.data, scores: [north] })])
  })
  it('is corrected if the weight changes, with the earlier figure', () => {
    const right = { ...scoring, scores: [whole, { ...north, actual: 2.75 }] }
    givenEvents(forecastScoreAggregate, [scored])
      .when(scoreForecast, right)
      .then([
        createEvent('ForecastScored', {
          ...right,
          scoredAt: NOW.toISOString(),
          scores: [{ ...north, actual: 2.75, before: 2.5 }],
        }),
      ])
  })
})
