/** Tests forecast reads: coming days, comparison with outcomes, failures and late records. */
import { describe, expect, it } from 'vitest'
import type { AnswerOf, EndpointName } from '#contract/endpoints.ts'
import type { Event } from '#contract/events.ts'
import { translateToEnglish } from '#contract/languages/translate.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { createCall, NOW, openProjectionsFixture } from '../queries/fixtures.ts'
import { forecastFailed, forecastMade, forecastRequested, forecastScored, NORTH, WEST } from './fixtures.ts'
import type { ForecastRow } from './forecasts-view.ts'
import { nextDayForecastOf } from './next-day.ts'
import { createForecastReadHandlers } from './routes.ts'

/** Current day of the test's fake clock, which stands still at noon. */
const TODAY = '2026-03-04'
const YESTERDAY = '2026-03-03'
const TOMORROW = '2026-03-05'

async function cityAfter(...events: Event[]) {
  const city = await openProjectionsFixture()
  if (events.length > 0) await city.happened(...events)
  const reads = createForecastReadHandlers()
  return {
    city,
    async ask<N extends EndpointName>(name: N, query: object = {}) {
      const call = { ...createCall('r1', 'recycler'), query }
      return (await reads[name]?.(call as never, presentSnapshotOf(city.reading))) as AnswerOf<N>
    },
  }
}
/** Returns the event as recorded at the test's time. */
const late = (event: Event) => ({ ...event, at: NOW.getTime() })
const nextDayAfter = async (...events: Event[]) => (await cityAfter(...events)).ask('nextDay')

describe('tomorrow', () => {
  it('is returned with its interval, by district and material, and the missing districts', async () => {
    const shares = { plastic: 60, organic: 40 }
    const foreseen = { total_waste_tonnes: 8, interval: { p10: 7, p90: 9 }, composition_percent: shares }
    expect(await nextDayAfter(forecastMade(TODAY))).toEqual({
      status: 'forecast',
      date: TOMORROW,
      ...foreseen,
      regularity: { days: 6, of: 28 },
      made_at: `${TODAY}T00:30:00.000Z`,
      made_on: TODAY,
      model: 'mix',
      version: '1',
      data_position: '1',
      districts: [{ district: NORTH, ...foreseen }],
      waiting: [
        {
          district: WEST,
          have: 3,
          need: 28,
          message: 'Not enough history yet: loads arrived on 3 days within a year, 28 are needed.',
        },
      ],
      scored: { last_30_days: { days: 0 }, last_90_days: { days: 0 } },
    })
  })

  it('without any forecast says what is missing', async () =>
    expect(await nextDayAfter()).toMatchObject({
      status: 'not-enough-history',
      total_waste_tonnes: 0,
      districts: [],
      waiting: [],
      message: 'Not enough history yet: loads arrived on 0 days within a year, 28 are needed.',
    }))

  it('stays when a new one fails, and both are shown', async () =>
    expect(
      await nextDayAfter(
        forecastMade(YESTERDAY),
        forecastRequested(`${TODAY}T01:00:00.000Z`),
        forecastFailed(`${TODAY}T01:01:00.000Z`),
      ),
    ).toMatchObject({
      status: 'forecast',
      total_waste_tonnes: 8,
      made_on: YESTERDAY,
      failed_at: `${TODAY}T01:01:00.000Z`,
    }))

  it('says why the first forecast could not be made, and not that it is on its way', async () => {
    const told = (city?: object) =>
      nextDayForecastOf(
        { city: city as ForecastRow | undefined, zones: [], today: TODAY, hasArrivals: true },
        translateToEnglish,
      )
    expect(told()).toMatchObject({ status: 'making', message: 'The first forecast is being made.' })
    const { ask, city } = await cityAfter(forecastFailed(`${TODAY}T00:30:05.000Z`))
    expect(await ask('nextDay')).toMatchObject({ status: 'failed', message: 'No.', districts: [] })
    await city.happened(forecastRequested(`${TODAY}T01:00:00.000Z`))
    expect(await ask('nextDay')).toMatchObject({ status: 'failed', requested_at: `${TODAY}T01:00:00.000Z` })
    await city.happened(forecastMade(TODAY))
    expect((await ask('nextDay')).status).toBe('forecast')
  })

  it('says that another one is being made, until it is there', async () => {
    const request = forecastRequested(`${TODAY}T01:00:00.000Z`)
    expect(await nextDayAfter(forecastMade(TODAY), request)).toMatchObject({ requested_at: request.data.requestedAt })
    const again = forecastMade(TODAY, 9, { forecastId: 'asked-1', madeAt: `${TODAY}T01:01:00.000Z` })
    const answer = await nextDayAfter(forecastMade(TODAY), request, again)
    expect([answer.total_waste_tonnes, answer.requested_at]).toEqual([9, undefined])
  })

  it('is not answered by a forecast that does not reach it', async () =>
    expect(await nextDayAfter(forecastMade('2026-02-18'))).toMatchObject({
      status: 'outdated',
      districts: [],
      message: 'The last forecast was made on 2026-02-18 and does not cover tomorrow.',
    }))

  it('is not changed by an older forecast that is recorded late', async () =>
    expect(await nextDayAfter(forecastMade(TODAY), late(forecastMade('2026-02-28', 99)))).toMatchObject({
      total_waste_tonnes: 8,
    }))

  it('is not changed by one of an earlier day that was long in coming', async () =>
    expect(
      await nextDayAfter(
        forecastMade(TODAY),
        late(forecastMade('2026-02-28', 99, { madeAt: `${TODAY}T09:00:00.000Z` })),
      ),
    ).toMatchObject({ total_waste_tonnes: 8, made_on: TODAY }))

  it('comes from the right clock, after a clock that was ahead has made a forecast', async () => {
    const ahead = { ...forecastMade('2027-03-04', 99), at: Date.parse('2027-03-04T00:30:00.000Z') }
    const right = { ...forecastMade(TODAY), at: Date.parse(`${TODAY}T00:30:00.000Z`) }
    expect(await nextDayAfter(ahead, right)).toMatchObject({ total_waste_tonnes: 8, made_on: TODAY })
  })

  it('knows no zone that was closed since', async () => {
    const closed = { ...forecastMade(TODAY), data: { ...forecastMade(TODAY).data, zones: [] } }
    const { ask } = await cityAfter(forecastMade(YESTERDAY), forecastScored(YESTERDAY, 8), closed)
    expect((await ask('nextDay')).districts).toEqual([])
    expect((await ask('forecastHistory', { district: NORTH, days: 30 })).history.length).toBeGreaterThan(0)
  })
})

describe('the record', () => {
  it('returns errors beside the weekday mean’s, of 30 and of 90 days', async () => {
    const { scored: record } = await nextDayAfter(
      forecastMade(TODAY),
      forecastScored(YESTERDAY, 10),
      forecastScored('2026-01-10', 8),
    )
    expect(record.last_30_days).toEqual({ days: 1, error: 20, weekday_mean_error: 0, coverage: 0 })
    expect(record.last_90_days).toEqual({ days: 2, error: 11.1, weekday_mean_error: 11.1, coverage: 50 })
  })

  it('counts a day that was put right once', async () => {
    const { scored: record } = await nextDayAfter(
      forecastMade(TODAY),
      forecastScored(YESTERDAY, 10),
      forecastScored(YESTERDAY, 8, 10),
    )
    expect(record.last_30_days).toEqual({ days: 1, error: 0, weekday_mean_error: 25, coverage: 100 })
  })

  it('counts no day whose score was withdrawn; what was foreseen of it stays', async () => {
    const gone = forecastScored(YESTERDAY, 10)
    const withdrawn = [{ zone: NORTH, before: 10 }]
    const events = [
      forecastMade('2026-03-02'),
      forecastScored(YESTERDAY, 10),
      { ...gone, data: { ...gone.data, scores: [], withdrawn } },
    ]
    const { ask } = await cityAfter(...events)
    const { city, districts } = await ask('forecastDetails')
    expect([city.scored.last_30_days.days, districts[0]?.scored.last_30_days.days]).toEqual([1, 0])
    const { history } = await ask('forecastHistory', { district: NORTH, days: 3 })
    expect(history[0]).toMatchObject({ date: YESTERDAY, forecast_tonnes: 8, actual_before: 10 })
    expect(history[0]?.actual_tonnes).toBeUndefined()
  })

  it('forgets what is more than 90 days before the newest', async () => {
    const { scored: record } = await nextDayAfter(forecastScored('2025-11-20', 80), forecastScored(YESTERDAY, 8))
    expect(record.last_90_days).toMatchObject({ days: 1, error: 0 })
  })
})

describe('the history', () => {
  it('returns the last forecast before each day, the actual weight, and its earlier figure', async () => {
    const { ask } = await cityAfter(
      ...[forecastMade('2026-03-01', 7), forecastMade(YESTERDAY, 9), forecastMade(TODAY, 11)],
      ...[forecastScored(YESTERDAY, 6), forecastScored(YESTERDAY, 6.5, 6)],
    )
    const { history } = await ask('forecastHistory', { district: NORTH, days: 3 })
    expect(history.map(({ date, forecast_tonnes, actual_tonnes }) => [date, forecast_tonnes, actual_tonnes])).toEqual([
      [YESTERDAY, 8, 6.5],
      [TODAY, 9, undefined],
      [TOMORROW, 11, undefined],
    ])
    expect(history[0]).toMatchObject({ actual_before: 6, estimated_tonnes: 1, weekday_mean_tonnes: 10 })
  })
  it('ignores forecasts that were recorded after the day had begun', async () => {
    const { ask } = await cityAfter(forecastMade('2026-03-01', 99, { madeAt: `${YESTERDAY}T13:00:00.000Z` }))
    const { history } = await ask('forecastHistory', { district: NORTH, days: 5 })
    expect(history.map(({ date }) => date)).toEqual([TODAY, TOMORROW])
  })
  it('is of the whole city where no district is named', async () => {
    const { ask } = await cityAfter(forecastMade(TODAY))
    expect(await ask('forecastHistory', { days: 5 })).toEqual({
      history: [{ date: TOMORROW, district: '', forecast_tonnes: 8, p10: 7, p90: 9, weekday_mean_tonnes: 10 }],
    })
  })
})

it('returns the coming 14 days of each district with their reasons', async () => {
  const { ask } = await cityAfter(forecastMade(TODAY))
  const { city, districts, waiting } = await ask('forecastDetails')
  expect(city.days).toHaveLength(14)
  expect(districts).toMatchObject([{ district: NORTH, regularity: { days: 6, of: 28 } }])
  expect(districts[0]?.days[0]).toMatchObject({ date: TODAY, reasons: { level: 8 } })
  expect(waiting.map(({ district }) => district)).toEqual([WEST])
})
