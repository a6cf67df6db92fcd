/** Tests properties that every forecast has, whatever the history. */
import { describe, expect, it } from 'vitest'
import { dateOf, weekdayOf } from './calendar.ts'
import { createForecastCache } from './candidates.ts'
import { FIRST_FIXTURE_DAY, syntheticWeights } from './fixtures.ts'
import { type DayForecast, forecastDistrictWaste } from './forecast.ts'
import { type DailyWeight, districtSeriesOf } from './series.ts'
import { seededRandom } from './statistics.ts'

const at = (day: number) => dateOf(FIRST_FIXTURE_DAY + day)

function horizons(
  weights: readonly DailyWeight[],
  options: Parameters<typeof forecastDistrictWaste>[1] = {},
): DayForecast[] {
  const made = forecastDistrictWaste(districtSeriesOf(weights), options)
  if (made.status !== 'forecast') throw new Error(made.missing)
  return made.horizons
}

/** Checks the properties that every forecast has. */
function soundness(days: readonly DayForecast[]): void {
  for (const { p10, p50, p90, shares, reasons } of days) {
    expect(p10).toBeGreaterThanOrEqual(0)
    expect(p50).toBeGreaterThanOrEqual(p10)
    expect(p90).toBeGreaterThanOrEqual(p50)
    const whole = Object.values(shares).reduce((sum, share) => sum + share, 0)
    if (Object.keys(shares).length > 0) expect(whole).toBeCloseTo(100, 9)
    const parts = Object.values(reasons).reduce((sum, part) => sum + part, 0)
    expect(Math.abs(parts - p50)).toBeLessThan(1e-6 * (1 + p50))
  }
}

const YEAR = syntheticWeights(240)

describe('a forecast', () => {
  const made = horizons(YEAR)

  it('is of 14 days, sound, and knows the week', () => {
    expect(made.map(({ ahead }) => ahead)).toEqual(Array.from({ length: 14 }, (_, day) => day + 1))
    expect(made.map(({ date }) => date)[0]).toBe(at(240))
    soundness(made)
    const on = (weekday: number) =>
      made.find(({ ahead }) => weekdayOf(FIRST_FIXTURE_DAY + 239 + ahead) === weekday) as DayForecast
    expect(on(0).p50).toBeGreaterThan(25)
    expect(on(6).p50).toBeLessThan(6)
    expect(on(0).shares.organic).toBeCloseTo(60, 0)
    expect(on(6).shares.organic).toBeCloseTo(30, 0)
  })

  it('is the same again, also with the models of the night before', () => {
    const memory = createForecastCache()
    horizons(YEAR, { from: at(239), memory })
    expect(horizons(YEAR, { memory })).toEqual(made)
    expect(horizons(YEAR)).toEqual(made)
  })

  it('knows nothing of its first day and of what comes after it', () => {
    const from = at(200)
    const known = horizons(YEAR, { from })
    const otherwise = syntheticWeights(240, (tonnes, day) =>
      day < 200 ? tonnes : day % 3 === 0 ? undefined : 900 - 2 * day,
    )
    expect(horizons(otherwise, { from })).toEqual(known)
    expect(horizons(syntheticWeights(200), { from })).toEqual(known)
  })

  it('is learned anew where the past was corrected, whatever is kept of the night before', () => {
    const corrected = syntheticWeights(240, (tonnes, day) => (day === 100 ? 3 * tonnes : tonnes))
    const memory = createForecastCache()
    horizons(YEAR, { memory })
    expect(horizons(corrected, { memory })).toEqual(horizons(corrected))
  })

  it('grows with the unit of weight', () => {
    // The unit is changed by a power of two, which causes no rounding.
    // The decision trees therefore split at equal values.
    const inEighths = YEAR.map((weight) => ({ ...weight, tonnes: 8 * weight.tonnes }))
    horizons(inEighths, { days: 2 }).forEach(({ p10, p50, p90 }, day) => {
      const { p10: low, p50: middle, p90: high } = made[day] as DayForecast
      for (const [large, small] of [
        [p10, low],
        [p50, middle],
        [p90, high],
      ] as const)
        expect(Math.abs(large / 8 - small)).toBeLessThan(1e-6 * middle)
    })
  })
})

it.each([29, 32, 36, 40])('holds four of five days in its interval from the beginning: after %i days', (length) => {
  const inside = Array.from({ length: 200 }, (_, n) => {
    const random = seededRandom(7_919 * n + length)
    // Adds three random numbers, whose sum is nearly normal.
    const day = () => 20 * (1 + 0.5 * (random() + random() + random() - 1.5))
    const weights = Array.from({ length }, (_, past) => ({ date: at(past), tonnes: day() }))
    const [{ p10, p90 }] = horizons(weights, { days: 1 }) as [DayForecast]
    const came = day()
    return p10 <= came && came <= p90
  }).filter(Boolean)
  expect(inside.length / 200).toBeGreaterThan(0.72)
  expect(inside.length / 200).toBeLessThan(0.9)
})

describe('a past that is', () => {
  const asked = (weights: DailyWeight[], days = 3) => {
    const made = horizons(weights, { days })
    soundness(made)
    return made
  }

  it('too short says what is missing', () => {
    const missing = '8 more days with a weight within a year'
    expect(forecastDistrictWaste(districtSeriesOf(syntheticWeights(20)))).toEqual({
      status: 'not-enough-history',
      have: 20,
      need: 28,
      missing,
    })
    expect(forecastDistrictWaste(districtSeriesOf([]))).toMatchObject({ status: 'not-enough-history', have: 0 })
    expect(forecastDistrictWaste(districtSeriesOf(syntheticWeights(28)), { days: 1 }).status).toBe('forecast')
  })

  it('always the same is forecast as it is', () => {
    for (const { p10, p50, p90 } of asked(syntheticWeights(150, () => 5))) {
      expect(p50).toBeCloseTo(5, 6)
      expect(p90 - p10).toBeLessThan(0.01)
    }
  })

  it('all zeros is forecast as zero', () => {
    for (const { p10, p50, p90 } of asked(syntheticWeights(150, () => 0))) expect([p10, p50, p90]).toEqual([0, 0, 0])
  })

  it('spoilt by a spike is forecast as if it were not', () => {
    const plain = asked(syntheticWeights(150))
    asked(syntheticWeights(150, (tonnes, day) => (day === 145 ? 4000 : tonnes))).forEach(({ p50 }, day) => {
      expect(p50 / (plain[day] as DayForecast).p50).toBeGreaterThan(0.7)
      expect(p50 / (plain[day] as DayForecast).p50).toBeLessThan(2)
    })
  })

  it('on a new level is forecast on it', () => {
    const [monday] = asked(syntheticWeights(203, (tonnes, day) => (day < 170 ? tonnes : 3 * tonnes)))
    expect(monday?.p50).toBeGreaterThan(60)
  })

  it('interrupted for a year starts again', () => {
    const gap = (days: number) =>
      syntheticWeights(days, (tonnes, day) => (day >= 100 && day < 465 ? undefined : tonnes))
    expect(forecastDistrictWaste(districtSeriesOf(gap(470)))).toMatchObject({ status: 'not-enough-history', have: 5 })
    asked(gap(500))
  })

  it('of a district that was closed ends, and keeps what was', () => {
    const closed = districtSeriesOf(syntheticWeights(150))
    expect(forecastDistrictWaste(closed, { from: at(150 + 340) })).toMatchObject({
      status: 'not-enough-history',
      have: 25,
    })
    soundness(horizons(syntheticWeights(150), { from: at(160), days: 2 }))
  })

  it('full of gaps and without a leap day is forecast on every date', () => {
    const dates = asked(
      syntheticWeights(57, (tonnes, day) => (day % 5 === 1 ? undefined : tonnes)),
      5,
    ).map(({ date }) => date)
    expect(dates).toContain('2024-02-29')
    expect(dates).toContain('2024-03-01')
  })
})

it('names what a holiday changes', () => {
  const isHoliday = (day: number) => day % 15 === 7
  const weights = syntheticWeights(217, (tonnes, day) => (isHoliday(day) ? 0.2 * tonnes : tonnes))
  const holidays = Array.from({ length: 400 }, (_, day) => day)
    .filter(isHoliday)
    .map(at)
  const made = horizons(weights, { days: 1, holidays })
  expect(made[0]?.reasons.holiday).toBeLessThan(-1)
  expect(horizons(weights, { days: 1 })[0]?.reasons.holiday).toBe(0)
})

it('foresees a quiet day of the year, and says that it is the day that changes it', () => {
  const isQuiet = (date: string) => date.endsWith('-07-01')
  // Uses only 35 days a year, so that three-year training is fast.
  const weights = syntheticWeights(1277).filter(({ date }) => date.slice(5) >= '06-01' && date.slice(5) <= '07-05')
  const quiet = weights.map((weight) => (isQuiet(weight.date) ? { ...weight, tonnes: 0.05 * weight.tonnes } : weight))
  const [usual] = horizons(weights, { from: '2027-07-01', days: 1 }) as [DayForecast]
  const [day] = horizons(quiet, { from: '2027-07-01', days: 1 }) as [DayForecast]
  soundness([day])
  expect(day.p50).toBeLessThan(0.3 * usual.p50)
  expect(day.reasons.holiday).toBeLessThan(-0.5 * usual.p50)
})

it('knows that what a missed day put off comes on Saturday', () => {
  const [weeks, random] = [60, seededRandom(2)]
  // In about one week of eight, almost no waste arrives on one weekday.
  // On the Saturday of such a week, twice as much as usual arrives.
  const missed = Array.from({ length: weeks }, () => (random() < 0.12 ? Math.floor(5 * random()) : -1))
  const unweighed = Array.from({ length: 7 * weeks }, () => random() < 0.5)
  const memory = createForecastCache()
  const saturday = (lately: number) => {
    const weights = syntheticWeights(7 * weeks - 2, (tonnes, day) => {
      const [week, weekday] = [Math.floor(day / 7), day % 7]
      const late = week === weeks - 1 ? lately : (missed[week] as number)
      if (weekday === late) return unweighed[day] ? undefined : 0.3
      if (weekday === 5 && late >= 0) return 2 * tonnes
      if (weekday > 4) return unweighed[day] ? undefined : 0.05 * tonnes
      return tonnes
    })
    return horizons(weights, { from: at(7 * weeks - 2), days: 1, memory })[0]?.p50
  }
  expect(saturday(2)).toBeGreaterThan(2 * (saturday(-1) ?? Number.NaN))
})
