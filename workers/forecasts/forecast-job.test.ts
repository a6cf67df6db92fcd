/** Tests the forecast job: forecasts from any history, scores, and failures. */
import { describe, expect, it, vi } from 'vitest'
import type { MakeForecastCommand, ScoreForecastCommand } from '#contract/forecasts/forecasts.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import { addDays } from '#domain/city-time.ts'
import { createLog } from '#platform/logging.ts'
import { disabledPictureStore } from '#platform/pictures/pictures.ts'
import { type WorkerThreadPool, WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import { arrivedLoad, dailyLoads, daysAgo, inProcessPool, OTHER_ZONE, openRows, TODAY, ZONE } from './fixtures.ts'
import { forecastJob } from './forecast-job.ts'
import { readArrivalHistory } from './history.ts'
import { makeForecasts, shortenForecastToFitEvent } from './make-forecast.ts'

/**
 * Returns a clock that is fixed at 06:00 UTC on the day.
 * At that time it is early morning in Accra and night in New York.
 */
const clockOn = (day: string) => () => new Date(`${day}T06:00:00.000Z`)
const rest = { pictures: disabledPictureStore, log: createLog('test', 'silent'), clock: clockOn(TODAY) }
const due = { forecastId: `nightly-${TODAY}`, madeOn: TODAY }

async function run(
  rows: Awaited<ReturnType<typeof openRows>>,
  pool: Pick<WorkerThreadPool, 'run'> = inProcessPool,
  { clock, job = due } = { clock: rest.clock, job: due },
) {
  const sent: InternalCommand[] = []
  const send = async (_: string, command: InternalCommand) => void sent.push(command)
  await forecastJob.run(job, 'job/forecast', { ...rest, clock, rows, pool: pool as WorkerThreadPool, send })
  return sent
}
async function made(...given: Parameters<typeof openRows>): Promise<MakeForecastCommand> {
  const command = (await run(await openRows(...given))).at(-1)
  if (command?.type !== 'MakeForecast') throw new Error(`${command?.type} was sent`)
  return command
}
const zoneOf = ({ zones }: MakeForecastCommand, name = ZONE) => zones.find(({ zone }) => zone === name)
const daysOf = (command: MakeForecastCommand, name = ZONE) => {
  const own = zoneOf(command, name)
  return own?.status === 'forecast' ? own.days : []
}
/** Checks that quantiles are in order, shares sum to 100, and reasons add up. */
function expectSound({ city, zones }: MakeForecastCommand) {
  for (const days of [city, ...zones.flatMap((own) => (own.status === 'forecast' ? [own.days] : []))])
    for (const { p10, p50, p90, shares, reasons } of days) {
      expect(p10).toBeGreaterThanOrEqual(0)
      expect(p10).toBeLessThanOrEqual(p50)
      expect(p50).toBeLessThanOrEqual(p90)
      const sum = Object.values(shares).reduce((all, share) => all + share, 0)
      if (Object.keys(shares).length > 0) expect(sum).toBeCloseTo(100, 6)
      expect(Object.values(reasons).reduce((all, reason) => all + reason, 0)).toBeCloseTo(p50, 2)
    }
}

describe('what is foreseen', () => {
  it('are 14 days of each open zone and of the city, of a level what the level is', async () => {
    const command = await made(
      [...dailyLoads(60, () => 8), ...dailyLoads(60, () => 5, { zone: OTHER_ZONE })],
      [ZONE, OTHER_ZONE],
    )
    expectSound(command)
    expect(command.city.map(({ date }) => date)).toEqual(Array.from({ length: 14 }, (_, n) => addDays(TODAY, n)))
    expect(daysOf(command)[1]).toMatchObject({ p50: 8, shares: { plastic: 60, organic: 40 }, weekdayMean: 8 })
    expect(command.city[1]?.p50).toBeCloseTo(13, 6)
    expect(command.regularity).toEqual({ days: 28, of: 28 })
  })

  it('is the same from the same data', async () => {
    const loads = dailyLoads(60, (ago) => 5 + (ago % 7))
    const { dataPosition: _, ...first } = await made(loads)
    expect(await made(loads)).toMatchObject(first)
  })

  it('is nothing of a zone that was opened yesterday, and says what is missing', async () => {
    const command = await made(
      [...dailyLoads(60, () => 8), arrivedLoad(daysAgo(1), 5, { zone: OTHER_ZONE })],
      [ZONE, OTHER_ZONE],
    )
    expect(zoneOf(command, OTHER_ZONE)).toEqual({ status: 'not-enough-history', zone: OTHER_ZONE, have: 1, need: 28 })
    expect(daysOf(command)).toHaveLength(14)
  })

  it('is nothing of a closed zone: its past stays in the city’s', async () => {
    const command = await made([...dailyLoads(60, () => 8), ...dailyLoads(60, () => 5, { zone: OTHER_ZONE })], [ZONE])
    expect(command.zones.map(({ zone }) => zone)).toEqual([ZONE])
    expect(command.city[1]?.p50).toBeCloseTo(8, 6)
  })

  it('is of the city what its own days say where zones that take turns are too short each', async () => {
    const zones = ['A', 'B', 'C', 'D', 'E']
    const loads = Array.from({ length: 60 }, (_, n) =>
      arrivedLoad(daysAgo(60 - n), 8, { zone: zones[n % 5] as string }),
    )
    const command = await made(loads, zones)
    expectSound(command)
    expect(zoneOf(command, 'A')).toMatchObject({ status: 'not-enough-history', have: 12 })
    expect(command.city[1]?.p50).toBeCloseTo(8, 6)
  })

  it('leaves out of the city’s figure no zone that brings much and is new', async () => {
    const command = await made(
      [...dailyLoads(60, () => 8), ...dailyLoads(20, () => 40, { zone: OTHER_ZONE })],
      [ZONE, OTHER_ZONE],
    )
    expectSound(command)
    expect(zoneOf(command, OTHER_ZONE)?.status).toBe('not-enough-history')
    expect(command.city[1]?.p50).toBeGreaterThan(30)
  })

  it('is nothing at all of no history', async () => {
    const command = await made([])
    expect([command.city, command.dataPosition]).toEqual([[], 0])
    expect(zoneOf(command)).toMatchObject({ status: 'not-enough-history', have: 0 })
  })

  it('names the newest event about the days before, and no later one', async () => {
    const loads = [...dailyLoads(60, () => 8), arrivedLoad(TODAY, 8)]
    const [yesterday] = loads.slice(-2)
    expect((await made(loads)).dataPosition).toBe(yesterday?.position)
    const history = await readArrivalHistory(await (await openRows(loads)).upToNow('deliveries'), {
      timeZone: 'Africa/Accra',
      last: daysAgo(1),
    })
    const nights = await makeForecasts([daysAgo(9), TODAY], {
      history,
      zones: [ZONE],
      country: 'Ghana',
      pool: inProcessPool,
    })
    expect(nights.map(({ dataPosition }) => dataPosition)).toEqual(
      [daysAgo(10), daysAgo(1)].map((date) => loads.find(({ arrivedAt }) => arrivedAt?.startsWith(date))?.position),
    )
  })

  it('says 28 days are enough, and 27 are not', async () => {
    expect(zoneOf(await made(dailyLoads(27, () => 8)))?.status).toBe('not-enough-history')
    expect(zoneOf(await made(dailyLoads(28, () => 8)))?.status).toBe('forecast')
  })

  it('uses nothing of today, which is not over', async () => {
    const past = dailyLoads(60, () => 8)
    expect(await made([...past, arrivedLoad(TODAY, 500)])).toEqual(await made(past))
  })

  const weekday = (ago: number) => 4 + (ago % 7)
  it.each([
    ['all zeros', dailyLoads(60, () => 0)],
    ['one spike', dailyLoads(60, (ago) => (ago === 5 ? 900 : 8))],
    ["a year's gap", [...dailyLoads(460, weekday).slice(0, 60), ...dailyLoads(35, weekday)]],
    ['days twice', [...dailyLoads(60, weekday), ...dailyLoads(60, weekday)]],
    ['a load that weighs less than nothing', [...dailyLoads(60, weekday), arrivedLoad(daysAgo(3), -20)]],
    ['a load that weighs more than a city', [...dailyLoads(60, weekday), arrivedLoad(daysAgo(3), 5e9)]],
    ['loads that nobody has weighed', dailyLoads(60, weekday, { estimated: true })],
    ['loads whose composition nobody knows', dailyLoads(60, weekday, { composition: undefined } as never)],
    ['a new level', dailyLoads(60, (ago) => (ago < 15 ? 20 : 8))],
    ['every fifth day', dailyLoads(300, weekday).filter((_, n) => n % 5 === 0)],
  ])('has a defined answer to %s', async (_, loads) => {
    const command = await made(loads)
    expectSound(command)
    expect(daysOf(command)).toHaveLength(14)
    expect(daysOf(command)[1]?.p50).toBeLessThan(60)
  })

  it('goes on over a leap day and a change of the clocks, by the days of the city', async () => {
    const configuration = [{ id: 'configuration', position: 1, city: { timeZone: 'America/New_York', country: 'USA' } }]
    // In New York, 03:00 UTC is the previous day's evening.
    const night = (ago: number) => ({ arrivedAt: `${daysAgo(ago - 1)}T03:00:00.000Z` })
    const loads = Array.from({ length: 60 }, (_, n) => arrivedLoad(daysAgo(n + 1), 8, night(n + 1)))
    const command = await made(loads, [ZONE], { configuration: configuration as never })
    // If days were counted in UTC, the last load would arrive today, and only 27 days of history would remain.
    const least = await made(loads.slice(0, 28), [ZONE], { configuration: configuration as never })
    expect(zoneOf(least)?.status).toBe('forecast')
    expect(command.regularity).toEqual({ days: 28, of: 28 })
    expect(daysOf(command).map(({ date }) => date)).toContain('2026-03-08')
    const leap = await forecastOn('2028-03-01', 'Africa/Accra')
    expect(leap).toEqual(['2028-03-01', '2028-03-02'])
  })

  async function forecastOn(madeOn: string, timeZone: string) {
    const loads = Array.from({ length: 40 }, (_, n) => arrivedLoad(addDays(madeOn, -n - 1), 8))
    const rows = await openRows(loads, [ZONE], {
      configuration: [{ id: 'configuration', position: 1, city: { timeZone, country: 'Ghana' } } as never],
    })
    const sent: InternalCommand[] = []
    const send = async (_: string, command: InternalCommand) => void sent.push(command)
    await forecastJob.run({ forecastId: 'f', madeOn }, 'job/f', {
      ...rest,
      clock: clockOn(madeOn),
      rows,
      pool: inProcessPool as WorkerThreadPool,
      send,
    })
    return daysOf(sent.at(-1) as MakeForecastCommand)
      .slice(0, 2)
      .map(({ date }) => date)
  }
})

it('fails without a word of a forecast when it can not be computed: the one before stays', async () => {
  const broken = { run: async () => Promise.reject(new Error('The memory was full.')) }
  expect(await run(await openRows(dailyLoads(60, () => 8)), broken)).toEqual([
    { type: 'FailForecast', ...due, reason: 'The forecast could not be computed. The memory was full.' },
  ])
})

it('fails with a reason if the computation of a series never ends', async () => {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const hanging = {
    run: (_program: URL, _task: unknown, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise<never>((_, reject) => {
        if (!signal) return reject(new Error('There is no time limit.'))
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        limit.abort()
      }),
  }
  const reason = 'The forecast could not be computed. It took longer than 30 minutes.'
  expect(await run(await openRows(dailyLoads(60, () => 8)), hanging)).toEqual([
    { type: 'FailForecast', ...due, reason },
  ])
  timeout.mockRestore()
})

it('does not fail because of a restart: it is tried again', async () => {
  const closed = { run: async () => Promise.reject(new WorkerThreadPoolClosed('The pool is closed.')) }
  await expect(run(await openRows(dailyLoads(60, () => 8)), closed)).rejects.toThrow(WorkerThreadPoolClosed)
})

it('fails what was asked for on a day that is over, and what midnight came upon', async () => {
  const rows = await openRows(dailyLoads(60, () => 8))
  const asked = { forecastId: 'asked-1', madeOn: TODAY }
  const failed = { type: 'FailForecast', ...asked, reason: expect.stringContaining('for another day') }
  expect(await run(rows, inProcessPool, { clock: clockOn(addDays(TODAY, 1)), job: asked })).toEqual([failed])
  let looks = 0
  const midnight = () => clockOn(addDays(TODAY, looks++ > 0 ? 1 : 0))()
  expect(await run(rows, inProcessPool, { clock: midnight, job: asked })).toEqual([failed])
})

it('does nothing about a night that has not begun in the city, whose clocks were changed', async () => {
  const rows = await openRows(dailyLoads(60, () => 8))
  expect(await run(rows, inProcessPool, { clock: clockOn(daysAgo(1)), job: due })).toEqual([])
})

describe('of many zones', () => {
  const SHARES = { plastic: 30.1, paper: 20.2, glass: 9.7, metal: 5.1, organic: 30.3, textile: 2.4, other: 2.2 }
  async function manyZones(count: number) {
    const command = await made(dailyLoads(60, (ago) => 8 + (ago % 7) / 3, { composition: SHARES }))
    const [one] = command.zones
    const zones = Array.from({ length: count }, (_, n) => ({
      ...(one as MakeForecastCommand['zones'][number]),
      zone: `Ablekuma North ${n}`,
    }))
    return { ...command, zones }
  }
  const daysIn = ({ zones }: MakeForecastCommand) => [
    ...new Set(zones.map((zone) => (zone.status === 'forecast' ? zone.days.map(({ date }) => date).join() : ''))),
  ]

  it.each([
    [600, 2],
    [2_000, 1],
  ])(
    '%i: the days furthest ahead are left out of the zones, never tomorrow, and none of the city',
    async (count, least) => {
      const cut = shortenForecastToFitEvent(await manyZones(count))
      expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThan(1_000_000)
      expect(cut.zones).toHaveLength(count)
      expect(cut.city).toHaveLength(14)
      expect(daysIn(cut)).toHaveLength(1)
      expect(daysIn(cut)[0]).toContain(addDays(TODAY, 1))
      expect(daysIn(cut)[0]?.split(',').length).toBeGreaterThanOrEqual(least)
    },
  )
  it('few: all of it stays', async () => {
    const few = await manyZones(60)
    expect(shortenForecastToFitEvent(few)).toBe(few)
  })
  it('more than an event holds the tomorrows of: it fails and says so', async () => {
    const many = await manyZones(5_000)
    expect(() => shortenForecastToFitEvent(many)).toThrow('There are more zones (5,000) than one forecast holds.')
  })
})

describe('what is scored', () => {
  const yesterday = daysAgo(1)
  const foreseen = (zone: string, date = yesterday, more: object = {}) =>
    ({
      id: `${date}/${zone}`,
      position: 1,
      zone,
      date,
      madeOn: addDays(date, -1),
      p10: 7,
      p50: 8,
      p90: 9,
      ...more,
    }) as never
  const scores = async (rows: never[], ...loads: ReturnType<typeof arrivedLoad>[]) =>
    (await run(await openRows(loads, [ZONE], { foreseen: rows }))).filter(
      (command): command is ScoreForecastCommand => command.type === 'ScoreForecast',
    )

  it('are the days that are over, beside what came, and how much of it is estimated', async () => {
    const loads = [arrivedLoad(yesterday, 5), arrivedLoad(yesterday, 2.5, { estimated: true })]
    const [score] = await scores([foreseen(''), foreseen(ZONE)], ...loads)
    const came = { madeOn: daysAgo(2), p10: 7, p50: 8, p90: 9, actual: 7.5, estimated: 2.5 }
    expect(score).toMatchObject({
      date: yesterday,
      scores: [
        { zone: '', ...came },
        { zone: ZONE, ...came },
      ],
    })
  })
  it('are no days on which nothing came, and not today', async () =>
    expect(await scores([foreseen(ZONE), foreseen(ZONE, TODAY)], arrivedLoad(TODAY, 5))).toEqual([]))
  it('are no days that were scored by the same', async () =>
    expect(await scores([foreseen(ZONE, yesterday, { actual: 5 })], arrivedLoad(yesterday, 5))).toEqual([]))
  it('is withdrawn where no load came after all', async () =>
    expect(await scores([foreseen(ZONE, daysAgo(20), { actual: 5 })], arrivedLoad(yesterday, 6))).toMatchObject([
      { date: daysAgo(20), scores: [], withdrawn: [ZONE] },
    ]))
  it('is corrected as long as the track record includes the day', async () => {
    const row = (ago: number) => foreseen(ZONE, daysAgo(ago), { actual: 5 })
    expect(await scores([row(90)], arrivedLoad(daysAgo(90), 6))).toHaveLength(1)
    expect(await scores([row(91)], arrivedLoad(daysAgo(91), 6))).toEqual([])
  })
  it('is put right after a late weighing', async () =>
    expect(await scores([foreseen(ZONE, daysAgo(20), { actual: 5 })], arrivedLoad(daysAgo(20), 6))).toMatchObject([
      { date: daysAgo(20), scores: [{ actual: 6 }] },
    ]))
})
