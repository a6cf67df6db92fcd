/** Tests parts of the forecaster on small known examples. */
import { describe, expect, it } from 'vitest'
import {
  intervalCoverageOf,
  predictSeasonalNaive,
  predictWeekdayMean,
  scoreDayForecast,
  weightedAbsolutePercentageErrorOf,
  weightsOfSameWeekday,
} from './baselines.ts'
import {
  dateOf,
  findSameDatesInEarlierYears,
  findSameWeekdaysInEarlierYears,
  parseEpochDay,
  weekdayOf,
} from './calendar.ts'
import { createForecastCache, predictionsOf } from './candidates.ts'
import { compositionErrorOf, createCompositionForecast, roundPercents } from './composition.ts'
import { combinePredictions, computeBiasCorrections, learnEnsembleWeights } from './ensemble.ts'
import { forecastFeaturesOf } from './features.ts'
import { FIRST_FIXTURE_DAY, syntheticWeights } from './fixtures.ts'
import { prepareHistory, removeSpikes } from './history.ts'
import { forecastIntervalOf, type PastForecast } from './interval.ts'
import { predictRecurringLowDay } from './quiet.ts'
import { fitRidge, predictRidge } from './ridge.ts'
import { districtSeriesOf } from './series.ts'
import { estimateExpectedTonnes, type SmoothedSeries, smoothSeries } from './smoothing.ts'
import { seededRandom } from './statistics.ts'

describe('days', () => {
  it('know weekdays, leap days and what is no day', () => {
    expect([weekdayOf(FIRST_FIXTURE_DAY), weekdayOf(-1), dateOf(parseEpochDay('2024-02-29') as number)]).toEqual([
      0,
      2,
      '2024-02-29',
    ])
    expect([parseEpochDay('2023-02-29'), parseEpochDay('2024-1-1'), parseEpochDay('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('come again in other years', () => {
    const christmas = parseEpochDay('2024-12-25') as number
    expect(findSameDatesInEarlierYears(christmas).slice(0, 2).map(dateOf)).toEqual(['2023-12-25', '2022-12-25'])
    const thanksgiving = parseEpochDay('2024-11-28') as number
    expect(findSameWeekdaysInEarlierYears(thanksgiving).slice(0, 2).map(dateOf)).toEqual(['2023-11-23', '2022-11-24'])
  })
})

it('baselines look back in whole weeks, past missing days, and never beyond the origin', () => {
  const total = Float64Array.from({ length: 40 }, (_, day) => (day === 21 ? Number.NaN : day))
  expect([predictSeasonalNaive(total, 28, 28), predictWeekdayMean(total, 35, 35)]).toEqual([14, (28 + 14 + 7 + 0) / 4])
  expect(weightsOfSameWeekday(total, 38, 30, 2)).toEqual([24, 17])
})

it('smoothing finds the week and the level', () => {
  const values = Float64Array.from({ length: 84 }, (_, day) => (day < 70 ? 10 + (day % 7) : Number.NaN))
  const smoothed = smoothSeries(values, { level: 0.1, season: 0.1 })
  for (const day of [70, 73, 80]) expect(estimateExpectedTonnes(smoothed, day, 70)).toBeCloseTo(10 + (day % 7), 0)
})

it.each([
  ['every fifth day', syntheticWeights(260, (tonnes, day) => (day % 5 === 0 ? tonnes : undefined))],
  ['two of five days', syntheticWeights(200, (tonnes, day) => (day % 5 < 2 ? tonnes * (1 + day / 100) : undefined))],
])('replays a past of %s with nothing of what came later', (_, weights) => {
  const { first, total } = districtSeriesOf(weights)
  const none = new Set<number>()
  const whole = prepareHistory(first, total, none)
  for (let origin = 14; origin < total.length; origin += 31) {
    const known = prepareHistory(first, total.subarray(0, origin), none)
    for (const target of [origin, origin + 8])
      expect(predictionsOf(whole, target, origin, createForecastCache())).toEqual(
        predictionsOf(known, target, origin, createForecastCache()),
      )
  }
})

it('cuts a spike but not a new level', () => {
  const values = (from: number, to: number) =>
    removeSpikes(Float64Array.from({ length: 60 }, (_, day) => (day >= from && day < to ? 500 : 10 + (day % 7))))
  expect(values(40, 41)[40]).toBeLessThan(40)
  expect(values(40, 60)[45]).toBe(500)
})

it('a line is not bent by what lies far off', () => {
  const rows = Array.from({ length: 60 }, (_, x) => Float64Array.from([x, x % 7, 1]))
  const targets = Float64Array.from(rows, ([x = 0]) => (x === 50 ? 9000 : 3 * x + 5))
  const line = fitRidge(rows, targets, new Float64Array(60).fill(1), 1e-6)
  expect(Math.abs(predictRidge(line, Float64Array.from([30, 2, 1])) - 95)).toBeLessThan(1)
})

it('weights sum to 1, lean to the better model and leave out a bad one', () => {
  const random = seededRandom(9)
  const outcomes = Array.from({ length: 90 }, (_, day) => {
    const miss = 4 * random() - 2
    const guesses = [
      ['good', 20 + miss],
      ['fair', 20 + 1.1 * miss + 0.1],
      ['bad', 30],
    ] as const
    return { guesses: new Map(guesses), tonnes: 20, weekday: day % 7 }
  })
  const weights = learnEnsembleWeights(['good', 'fair', 'bad'], outcomes)
  expect([...weights.keys()]).toEqual(['good', 'fair'])
  expect([...weights.values()].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9)
  expect(weights.get('good')).toBeGreaterThan(weights.get('fair') as number)
  expect(learnEnsembleWeights(['good', 'bad'], outcomes.slice(0, 20)).get('bad')).toBe(0.5)
})

it('mixes halfway between the mean and the median', () => {
  const guesses = new Map(Object.entries({ low: 10, middle: 12, far: 50 }))
  const weights = new Map(Object.entries({ far: 0.2, low: 0.3, middle: 0.5 }))
  expect(combinePredictions(guesses, weights)).toBeCloseTo((19 + 12) / 2, 9)
})

describe('a week with a missed day', () => {
  const monday = 77
  const [wednesday, saturday, sunday] = [monday + 2, monday + 5, monday + 6]
  const seen = (change: (tonnes: number, day: number) => number | undefined, target: number, origin = target) => {
    const { first, total } = districtSeriesOf(syntheticWeights(monday + 8, change))
    const past = prepareHistory(first, total, new Set())
    const [middle, { offs, marks }] = [past.smoothed[1] as SmoothedSeries, forecastFeaturesOf(past, target, origin)]
    const aDayLate = estimateExpectedTonnes(middle, target - 1, origin) - estimateExpectedTonnes(middle, target, origin)
    return { off: offs.at(-1), aDayLate, missed: marks.at(-5) }
  }

  it.each([
    ['not weighed', undefined],
    ['nearly empty', 1],
  ])('says until Sunday what comes if rounds are a day late: %s', (_, brought) => {
    const without = (tonnes: number, day: number) => (day === wednesday ? brought : tonnes)
    for (const target of [wednesday + 1, saturday, sunday]) {
      const { off, aDayLate, missed } = seen(without, target)
      expect([off, missed]).toEqual([aDayLate, 1])
      expect(Math.abs(aDayLate)).toBeGreaterThan(1)
    }
    for (const target of [wednesday, monday + 7]) expect(seen(without, target)).toMatchObject({ off: 0, missed: 0 })
    const both = (tonnes: number, day: number) => (day === wednesday || day === monday ? brought : tonnes)
    expect(seen(both, saturday).missed).toBe(2)
  })

  it('does not count a day that brings little anyway, nor one that is not known yet', () => {
    const idle = (tonnes: number, day: number) => (day === wednesday ? undefined : day % 7 === 2 ? tonnes / 5 : tonnes)
    expect(seen(idle, saturday)).toMatchObject({ off: 0, missed: 0 })
    const without = (tonnes: number, day: number) => (day === wednesday ? undefined : tonnes)
    expect(seen(without, saturday, wednesday)).toMatchObject({ off: 0, missed: 0 })
  })
})

describe('a quiet day of the year', () => {
  const firstOfJuly = (parseEpochDay('2027-07-01') as number) - FIRST_FIXTURE_DAY
  const earlier = ['2024-07-01', '2025-07-01', '2026-07-01'].map(
    (date) => (parseEpochDay(date) as number) - FIRST_FIXTURE_DAY,
  )
  const past = (change: (tonnes: number, day: number) => number | undefined) => {
    const { first, total } = districtSeriesOf(syntheticWeights(firstOfJuly, change))
    return prepareHistory(first, total, new Set())
  }

  it('is known after three years, and its neighbours are not', () => {
    const known = past((tonnes, day) => (earlier.includes(day) ? 0.1 * tonnes : tonnes))
    expect(predictRecurringLowDay(known, firstOfJuly, firstOfJuly)).toBeLessThan(6)
    expect(predictRecurringLowDay(known, firstOfJuly + 1, firstOfJuly)).toBeUndefined()
    expect(predictRecurringLowDay(known, earlier[2] as number, earlier[2] as number)).toBeUndefined()
  })

  it('is none where it was not weighed often enough, was quiet once only, or where any day may be quiet', () => {
    const unweighed = past((tonnes, day) => (day === earlier[0] ? undefined : earlier.includes(day) ? 0 : tonnes))
    const once = past((tonnes, day) => (day === earlier[0] ? 0 : tonnes))
    const often = past((tonnes, day) => (earlier.includes(day) || day % 5 === 0 ? 0.1 * tonnes : tonnes))
    for (const other of [unweighed, once, often])
      expect(predictRecurringLowDay(other, firstOfJuly, firstOfJuly)).toBeUndefined()
  })
})

it('puts a part of what was missed of late right, and no single day moves it far', () => {
  expect(computeBiasCorrections([])).toEqual([0])
  const steady = computeBiasCorrections(Array.from({ length: 60 }, () => 4))
  expect(steady[0]).toBe(0)
  expect(steady.at(-1)).toBeCloseTo(1, 1)
  const misses = Array.from({ length: 60 }, (_, day) => (day % 2 === 0 ? 4 : -4))
  expect(Math.abs(computeBiasCorrections([...misses, 4_000]).at(-1) as number)).toBeLessThan(0.3)
  expect(computeBiasCorrections([...misses, 4_000]).slice(0, 61)).toEqual(computeBiasCorrections(misses))
})

it('a band holds four of five days, also when misses grow', () => {
  const random = seededRandom(3)
  const misses: PastForecast[] = Array.from({ length: 700 }, (_, day) => {
    const wild = (day % 7 === 0 ? 3 : 1) * (day < 400 ? 1 : 1.6)
    return { forecast: 50, tonnes: 50 + wild * 10 * (random() + random() - 1), weekday: day % 7 }
  })
  const inside = misses.slice(364).filter(({ tonnes, weekday }, at) => {
    const { below, above } = forecastIntervalOf(misses.slice(at, at + 364), weekday) as { below: number; above: number }
    return tonnes >= 50 - below && tonnes <= 50 + above
  })
  expect(inside.length / 336).toBeGreaterThan(0.74)
  expect(inside.length / 336).toBeLessThan(0.88)
  const [wide, narrow] = [forecastIntervalOf(misses, 0), forecastIntervalOf(misses, 1)]
  expect(wide?.above).toBeGreaterThan(1.5 * (narrow?.above as number))
  expect(forecastIntervalOf([], 0)).toBeUndefined()
})

describe('composition', () => {
  it('is that of the weekday and knows nothing of its day', () => {
    const series = districtSeriesOf(syntheticWeights(120))
    const foreseen = createCompositionForecast(series, 100)
    expect(foreseen(100)?.[0]).toBeCloseTo(0.6, 6)
    expect(foreseen(104)?.[0]).toBeCloseTo(0.3, 1)
    expect(createCompositionForecast(districtSeriesOf(syntheticWeights(100)), 100)(103)).toEqual(foreseen(103))
    const last = createCompositionForecast(series, 120)(124) as number[]
    expect(compositionErrorOf(createCompositionForecast(series, 160)(166) as number[], last)).toBeLessThan(0.02)
  })

  it('follows a mix that changes, and is not led astray by one odd day', () => {
    const mix = (share: (day: number) => number) =>
      districtSeriesOf(
        Array.from({ length: 130 }, (_, day) => [
          { date: dateOf(FIRST_FIXTURE_DAY + day), tonnes: 20 * share(day), material: 'organic' },
          { date: dateOf(FIRST_FIXTURE_DAY + day), tonnes: 20 * (1 - share(day)), material: 'plastic' },
        ]).flat(),
      )
    const noise = seededRandom(11)
    const wobble = Array.from({ length: 130 }, () => 0.1 * noise())
    const usual = (day: number) => (day % 7 < 3 ? 0.7 : 0.4) + (wobble[day] as number)
    const changed = createCompositionForecast(
      mix((day) => usual(day) - (day < 100 ? 0 : 0.3)),
      130,
    )
    expect(changed(130)?.[0]).toBeLessThan(0.25)
    const odd = createCompositionForecast(
      mix((day) => (day === 123 ? 0 : usual(day))),
      130,
    )
    expect(odd(130)?.[0]).toBeGreaterThan(0.4)
  })

  it('is given in percents that sum to 100', () => {
    expect(roundPercents([1 / 3, 1 / 3, 1 / 3])).toEqual([33.4, 33.3, 33.3])
    const random = seededRandom(5)
    for (let round = 0; round < 50; round++) {
      const parts = Array.from({ length: 7 }, random)
      const sum = parts.reduce((all, part) => all + part, 0)
      expect(roundPercents(parts.map((part) => part / sum)).reduce((all, part) => all + part, 0)).toBeCloseTo(100, 9)
    }
    expect(compositionErrorOf([0.5, 0.5], [0.8, 0.2])).toBeCloseTo(0.3, 9)
  })
})

it('scores what was forecast', () => {
  const days = [
    { p10: 8, p50: 10, p90: 12, tonnes: 12 },
    { p10: 8, p50: 10, p90: 12, tonnes: 13 },
  ]
  expect(days.map(scoreDayForecast)).toEqual([
    { error: -2, inside: true },
    { error: -3, inside: false },
  ])
  expect([
    intervalCoverageOf(days),
    weightedAbsolutePercentageErrorOf([
      [10, 12],
      [10, 13],
    ]),
  ]).toEqual([0.5, 20])
  expect(weightedAbsolutePercentageErrorOf([[3, 0]])).toBeNaN()
})
