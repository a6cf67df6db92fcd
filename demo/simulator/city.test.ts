/** Tests that the simulation is deterministic, consistent, and follows the fitted rhythm. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as commands from '#contract/commands.ts'
import type { SimulatedCommand } from '#contract/demo/simulated-command.ts'
import { createSimulatedCity } from './city.ts'
import type { SimulatedCityConfig } from './city-plan.ts'
import { createTestCityConfig, expectConsistentCommands } from './fixtures.ts'
import type { SimulatedRoundProgress } from './fleet.ts'
import { BORALESGAMUWA_SEASONALITY } from './rhythm.ts'

const FROM = new Date('2025-11-21T00:00:00Z')
const TO = new Date('2026-11-21T00:00:00Z')

const of = <T extends SimulatedCommand['type']>(all: SimulatedCommand[], type: T) =>
  all.filter((happening): happening is Extract<SimulatedCommand, { type: T }> => happening.type === type)

const year = [...createSimulatedCity(createTestCityConfig('demo')).happenings(FROM, TO)]

describe('a year of two zones', () => {
  it('has the size of a city: counted here so that a change of habits shows', () => {
    const counts = Object.fromEntries(
      [...new Set(year.map(({ type }) => type))].map((type) => [type, of(year, type).length]),
    )
    console.log('A simulated year', counts)
    expect(counts.SignUp).toBe(145 + 82)
    expect(counts.ReportBinFull).toBeGreaterThan(10_000)
    expect(counts.ReportBinFull).toBeLessThan(20_000)
    expect(counts.MarkAllCollected).toBeGreaterThan(50)
    expect(counts.Refuel).toBeGreaterThan(4)
  })

  it('reports on the weekdays on which waste accrues', () => {
    const byDay = [0, 0, 0, 0, 0, 0, 0]
    for (const { at } of of(year, 'ReportBinFull')) byDay[at.getUTCDay()]!++
    expect(correlation(byDay, BORALESGAMUWA_SEASONALITY.weekday)).toBeGreaterThan(0.8)
  })

  it('has zones that reach their threshold, and others that are collected before', () => {
    const most = of(year, 'MarkAllCollected').map(({ reporters }) => Math.max(...perZone(reporters)))
    const full = most.filter((share) => share >= 0.8).length
    expect(full).toBeGreaterThan(most.length / 5)
    expect(full).toBeLessThan(most.length)
  })

  it('lets sites pass 90 % of their capacity a few times and never overflow', () => {
    const level = { WS001: 750, WS002: 500 } as Record<string, number>
    let crossings = 0
    for (const { siteId, body } of of(year, 'UpdateComposition')) {
      if ((level[siteId] as number) <= 900 && body.currentCapacity > 900) crossings++
      expect(body.currentCapacity).toBeLessThanOrEqual(1000)
      level[siteId] = body.currentCapacity
    }
    expect(crossings).toBeGreaterThanOrEqual(1)
    expect(crossings).toBeLessThan(15)
  })

  it('gives commands that the door lets in', () => {
    const schemas = {
      UpdateComposition: commands.UpdateCompositionBody,
      LogTrip: commands.LogTripBody,
      Refuel: commands.RefuelBody,
    }
    const bodies = {
      ...schemas,
      ScheduleCollection: commands.ScheduleCollectionBody,
      StartCollection: commands.ChangeScheduleBody,
      MarkAllCollected: commands.MarkAllCollectedBody,
      ReportBinFull: commands.ReportBinFullBody,
    }
    const refused = year.filter((happening) => {
      if (happening.type === 'SignUp')
        return !commands.SignUpBody.safeParse({ ...happening.resident, password: 'password' }).success
      return !bodies[happening.type].safeParse(happening.body).success
    })
    expect(refused).toEqual([])
  })

  it('has a happening for each id, and a resident for each email', () => {
    expect(new Set(year.map(({ id }) => id)).size).toBe(year.length)
    const emails = [...createSimulatedCity(createTestCityConfig('demo')).residents()].map(({ email }) => email)
    expect(new Set(emails).size).toBe(145 + 82)
  })
})

describe('the seed', () => {
  it('tells the same city again', () =>
    assert.deepEqual([...createSimulatedCity(createTestCityConfig('demo')).happenings(FROM, TO)], year))
  it('tells a shorter time as the beginning of a longer one', () => {
    const month = [
      ...createSimulatedCity(createTestCityConfig('demo')).happenings(FROM, new Date('2025-12-21T00:00:00Z')),
    ]
    expect(month).toEqual(year.slice(0, month.length))
  })
  it('makes another city of another seed', () => {
    const times = (all: SimulatedCommand[]) => all.slice(0, 500).map(({ at }) => at.getTime())
    const other = [
      ...createSimulatedCity(createTestCityConfig('other')).happenings(FROM, new Date('2026-01-21T00:00:00Z')),
    ]
    expect(times(other)).not.toEqual(times(year))
  })
})

describe('any city', () => {
  const months = 50 * 86_400_000
  it('is possible, whatever its seed', () => {
    expectConsistentCommands(year)
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 12 }), (seed) => {
        expectConsistentCommands([
          ...createSimulatedCity(createTestCityConfig(seed)).happenings(FROM, new Date(FROM.getTime() + months)),
        ])
      }),
      { numRuns: 20 },
    )
  })

  it('takes any zones, in districts that are collected apart', () => {
    const zones = Array.from({ length: 30 }, (_, n) => ({ name: `Zone ${n}`, customers: 12, district: `d${n % 10}` }))
    const city = createSimulatedCity({ ...createTestCityConfig('many'), zones })
    const rounds = [...city.happenings(FROM, new Date(FROM.getTime() + months))].filter(
      (happening) => happening.type === 'MarkAllCollected',
    )
    expect(new Set(rounds.flatMap((round) => round.zones)).size).toBe(30)
    for (const round of rounds) expect(new Set(round.zones.map((zone) => Number(zone.slice(5)) % 10)).size).toBe(1)
  })
})

describe('a living city', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  const first = (count: number, pace?: number, open?: Set<string>) =>
    take(count, createSimulatedCity(createTestCityConfig('demo')).live(now, { pace, open }))

  it('goes on from now, signs nobody up again, and is the same when asked again', () => {
    const next = first(400)
    expectConsistentCommands(next)
    expect(next.every(({ at, type }) => at >= now && type !== 'SignUp')).toBe(true)
    expect(first(400)).toEqual(next)
  })

  it('runs faster at a higher pace, in the same order', () => {
    const [slow, fast] = [first(300), first(300, 60)]
    expect(fast.map(({ id }) => id)).toEqual(slow.map(({ id }) => id))
    slow.forEach(({ at }, n) => {
      expect((fast[n]?.at.getTime() as number) - now.getTime()).toBeCloseTo((at.getTime() - now.getTime()) / 60, -1)
    })
    expectConsistentCommands(fast)
  })

  it('goes by its own time where one is given', () => {
    const night = take(
      30,
      createSimulatedCity(createTestCityConfig('demo')).live(now, { cityTime: new Date('2026-11-21T23:00:00Z') }),
    )
    const morning = take(
      30,
      createSimulatedCity(createTestCityConfig('demo')).live(now, { cityTime: new Date('2026-11-21T06:00:00Z') }),
    )
    const waits = (all: SimulatedCommand[]) => (of(all, 'ReportBinFull')[0]?.at.getTime() as number) - now.getTime()
    expect(waits(night)).toBeGreaterThan(4 * 3_600_000)
    expect(waits(morning)).toBeLessThan(2 * 3_600_000)
  })

  it('knows who is not there, and whose bin was emptied just now', () => {
    const ids = [...createSimulatedCity(createTestCityConfig('demo')).residents()].map(({ id }) => id)
    const absent = new Set(ids.slice(0, 20))
    const emptied = new Map(ids.map((id) => [id, now]))
    const next = take(800, createSimulatedCity(createTestCityConfig('demo')).live(now, { absent, emptied }))
    const reported = of(next, 'ReportBinFull')
    expect(reported.filter(({ resident }) => absent.has(resident.id))).toEqual([])
    // The emptied bins take more than a day to fill, so the next report comes more than a day later.
    expect((reported[0]?.at.getTime() as number) - now.getTime()).toBeGreaterThan(86_400_000)
  })

  it('knows whose report is open: they are collected, and report only afterwards', () => {
    const ids = [...createSimulatedCity(createTestCityConfig('demo')).residents()].slice(0, 116).map(({ id }) => id)
    const next = first(800, 1, new Set(ids))
    const collected = of(next, 'MarkAllCollected')[0]
    expect(collected?.reporters.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const early = of(next, 'ReportBinFull').filter(({ at }) => at < (collected?.at as Date))
    expect(early.filter(({ resident }) => ids.includes(resident.id))).toEqual([])
  })
})

describe('a living city in the middle of things', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  const truckOn = (stage: SimulatedRoundProgress['stage']): SimulatedCityConfig => {
    const { trucks, ...city } = createTestCityConfig('demo')
    const underWay = { zone: 'Ablekuma North', siteId: 'WS001', stage, since: now, tonnes: 4.2 }
    return { ...city, trucks: trucks.map((truck, n) => (n === 0 ? { ...truck, underWay } : truck)) }
  }
  const typesOf = (city: SimulatedCityConfig, id: string) =>
    take(400, createSimulatedCity(city).live(now, { open: new Set(['ablekuma-north-1']) })).flatMap((happening) => {
      const subject =
        'vehicleId' in happening
          ? happening.vehicleId
          : happening.type === 'MarkAllCollected'
            ? happening.body.truckId
            : undefined
      return subject === id ? [happening.type] : []
    })

  it('goes on with the round that a truck is on', () => {
    const end = ['MarkAllCollected', 'UpdateComposition']
    expect(typesOf(truckOn('scheduled'), 'T001').slice(0, 3)).toEqual(['StartCollection', ...end])
    expect(typesOf(truckOn('collecting'), 'T001').slice(0, 2)).toEqual(end)
    expect(typesOf(truckOn('loaded'), 'T001')[0]).toBe('UpdateComposition')
  })

  it('says what that truck brings', () => {
    const update = of(take(400, createSimulatedCity(truckOn('loaded')).live(now)), 'UpdateComposition')[0]
    expect(update).toMatchObject({ siteId: 'WS001', vehicleId: 'T001', change: { tonnes: 4.2 } })
  })

  it('comes back empty where others have collected everything', () => {
    const absent = new Set([...createSimulatedCity(createTestCityConfig('demo')).residents()].map(({ id }) => id))
    const next = take(3, createSimulatedCity(truckOn('collecting')).live(now, { absent }))
    expect(of(next, 'MarkAllCollected')).toMatchObject([{ body: { truckId: 'T001' }, zones: [], reporters: [] }])
    expect(of(next, 'UpdateComposition').filter(({ vehicleId }) => vehicleId)).toEqual([])
  })

  it('schedules nothing in a zone that others have planned, and sends a truck to what has waited there for days', () => {
    const { zones, ...city } = createTestCityConfig('demo')
    const taken = { ...city, zones: zones.map((zone) => ({ ...zone, taken: zone.name === 'Ablekuma North' })) }
    const next = take(900, createSimulatedCity(taken).live(now))
    expect(of(next, 'MarkAllCollected').length).toBeGreaterThan(0)
    const served = of(next, 'MarkAllCollected').filter((round) => round.zones.includes('Ablekuma North'))
    expect(served.length).toBeGreaterThan(0)
    expect((served[0]?.at.getTime() as number) - now.getTime()).toBeGreaterThan(3 * 86_400_000)
    expect(of(next, 'ScheduleCollection').map(({ body }) => body.zone)).not.toContain('Ablekuma North')
  })

  it('has a full site processed, whoever filled it', () => {
    const { sites, ...city } = createTestCityConfig('demo')
    const full = { ...city, sites: sites.map((site) => ({ ...site, currentCapacity: site.maxCapacity })) }
    const processed = of(take(600, createSimulatedCity(full).live(now)), 'UpdateComposition').filter(
      (update) => !update.vehicleId,
    )
    expect(new Set(processed.map(({ siteId }) => siteId))).toEqual(new Set(['WS001', 'WS002']))
    for (const { change } of processed) expect(change?.tonnes).toBeLessThan(0)
  })

  it('goes on reporting without any truck', () => {
    expect(
      of(take(200, createSimulatedCity({ ...createTestCityConfig('demo'), trucks: [] }).live(now)), 'ReportBinFull')
        .length,
    ).toBeGreaterThan(100)
  })
})

function take<T>(count: number, from: Iterator<T, void>): T[] {
  const taken: T[] = []
  for (let next = from.next(); !next.done && taken.length < count; next = from.next()) taken.push(next.value)
  return taken
}

function perZone(reporters: readonly { zone: string }[]): number[] {
  return createTestCityConfig('').zones.map(
    ({ name, customers }) => reporters.filter(({ zone }) => zone === name).length / customers,
  )
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const from = (values: readonly number[]) => values.map((value) => value - mean(values))
  const sum = (x: number[], y: number[]) => x.reduce((total, one, n) => total + one * (y[n] as number), 0)
  const [x, y] = [from(a), from(b)]
  return sum(x, y) / Math.sqrt(sum(x, x) * sum(y, y))
}
