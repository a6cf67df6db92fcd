/**
 * Tests updates of a site's composition.
 * Shares sum to 100, and weight is divided among loads.
 * An alert is sent once when the site gets fuller than 90 %.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UpdateCompositionBody } from '#contract/commands.ts'
import type { Event } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { MATERIALS } from '#domain/city.ts'
import { siteContentsFold } from '../aggregates/site.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { divideWeightAmongLoads, updateComposition } from './update-composition.ts'

const at = NOW.toISOString()
const opened = createEvent('SiteOpened', {
  siteId: 'WS001',
  name: 'North',
  location: 'Accra',
  coordinates: { lat: 5, lng: 0 },
  maxCapacity: 1_000,
  currentCapacity: 750,
  composition: { plastic: 100 },
  openedBy: 'system',
  openedAt: at,
})
const arrived = [{ deliveryId: 'DEL-T1-1-AN', vehicleId: 'T1' }]
const command = {
  siteId: 'WS001',
  composition: { plastic: 60, organic: 40 },
  currentCapacity: 800,
  source: 'typed' as const,
  arrived,
  updatedBy: 'd1',
}
const none = { plastic: 0, paper: 0, glass: 0, metal: 0, organic: 0, textile: 0, other: 0 }
const updated = (number: number, currentCapacity: number, crossed = false) =>
  createEvent('SiteCompositionUpdated', {
    ...command,
    composition: { ...none, plastic: 60, organic: 40 },
    currentCapacity,
    number,
    crossed,
    updatedAt: at,
  })
const onSite = (...events: Event[]) => givenEvents(siteContentsFold, [opened, ...events])

describe('a composition', () => {
  it('names all seven materials and what arrived with it', () =>
    onSite()
      .when(updateComposition, command)
      .then([updated(1, 800)]))
  it('is counted', () =>
    onSite(updated(1, 800))
      .when(updateComposition, command)
      .then([updated(2, 800)]))

  it('divides its weight among the arrived deliveries by their estimates', () => {
    const three = [600, 900, 0].map((said, n) => ({ deliveryId: `D${n}`, vehicleId: 'T1', said }))
    const { decision } = onSite().when(updateComposition, { ...command, arrived: three, weight: 1_000 })
    expect(decision).toMatchObject([
      { data: { weight: 1_000, arrived: [{ weight: 400 }, { weight: 600 }, { deliveryId: 'D2', weight: 0 }] } },
    ])
    expect(JSON.stringify(decision)).not.toContain('said')
  })

  it('does not divide a weight after a load was measured alone, since the parts are unknown', () => {
    const two = [
      { deliveryId: 'D0', vehicleId: 'T1', said: 600 },
      { deliveryId: 'D1', vehicleId: 'T2', said: 640, measured: true },
    ]
    const { decision } = onSite().when(updateComposition, { ...command, arrived: two, weight: 1_000 })
    const arrived = [
      { deliveryId: 'D0', vehicleId: 'T1' },
      { deliveryId: 'D1', vehicleId: 'T2' },
    ]
    expect(JSON.parse(JSON.stringify(decision))).toMatchObject([{ data: { weight: 1_000, arrived } }])
    expect(JSON.parse(JSON.stringify(decision))[0].data.arrived).toEqual(arrived)
  })

  it('notifies once each time the site goes above 90 %', () => {
    const asks = (currentCapacity: number, ...before: Event[]) =>
      onSite(...before).when(updateComposition, { ...command, currentCapacity })
    asks(900).then([updated(1, 900)])
    asks(901).then([updated(1, 901, true)])
    asks(950, updated(1, 901, true)).then([updated(2, 950)])
    asks(950, updated(1, 901, true), updated(2, 500)).then([updated(3, 950, true)])
  })

  it('needs a site that is in use', () => {
    givenEvents(siteContentsFold, []).when(updateComposition, command).then({ rejected: 'not-found' })
    const closed = createEvent('SiteClosed', { siteId: 'WS001', closedBy: 'd1', closedAt: at })
    onSite(closed).when(updateComposition, command).then({ rejected: 'not-found' })
  })

  it.each([99.99, 99.995, 100.001])('that sums to %f is none', (plastic) => {
    const whole = { rejected: 'bad-request', message: 'Total percentage must equal 100%' } as const
    onSite()
      .when(updateComposition, { ...command, composition: { plastic: plastic - 40, organic: 40 } })
      .then(whole)
    expect(UpdateCompositionBody.safeParse({ plastic: plastic - 40, organic: 40, currentCapacity: 1 }).success).toBe(
      false,
    )
  })

  it('sums to exactly 100 to the hundredth, or nothing happens', () => {
    const hundredths = fc.array(fc.nat(10_000), { minLength: 7, maxLength: 7 })
    /** Generates seven shares, about half of which sum to 100. */
    const parts = fc.tuple(hundredths, fc.boolean()).map(([all, fits]) => {
      const others = all.slice(1).map((share) => (fits ? Math.floor(share / 7) : share))
      const rest = 10_000 - others.reduce((sum, other) => sum + other, 0)
      return [fits ? rest : (all[0] ?? 0), ...others].map((percent) => percent / 100)
    })
    fc.assert(
      fc.property(parts, (percents) => {
        const composition = Object.fromEntries(MATERIALS.map((material, index) => [material, percents[index]]))
        const state = siteContentsFold.evolve(siteContentsFold.initial, opened)
        const decision = updateComposition({ ...command, composition }, state, NOW)
        const sum = percents.reduce((total, percent) => total + Math.round(percent * 100), 0)
        expect(isRejection(decision)).toBe(sum !== 10_000)
        // The API's schema must accept a composition exactly if the decider accepts it.
        expect(UpdateCompositionBody.safeParse({ ...composition, currentCapacity: 1 }).success).toBe(sum === 10_000)
      }),
    )
  })
})

it('is all one load’s where one arrived', () => expect(divideWeightAmongLoads(712.4, [675])).toEqual([712.4]))
it('goes by what each was said to weigh', () => expect(divideWeightAmongLoads(1_000, [600, 900])).toEqual([400, 600]))
it('is equal where nothing was said', () =>
  expect(divideWeightAmongLoads(100, [0, 0, 0])).toEqual([33.33, 33.34, 33.33]))
it('has no owner if nothing arrived', () => expect(divideWeightAmongLoads(100, [])).toEqual([]))

it('sums to the weight, to the hundredth, and each is within one of its part', () => {
  const said = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), said, (hundredths, loads) => {
      const shares = divideWeightAmongLoads(hundredths / 100, loads)
      const total = loads.reduce((sum, load) => sum + load, 0)
      expect(shares.reduce((sum, share) => sum + Math.round(share * 100), 0)).toBe(hundredths)
      for (const [at, share] of shares.entries())
        expect(Math.abs(share * 100 - (hundredths * (loads[at] ?? 0)) / total)).toBeLessThanOrEqual(1.001)
    }),
  )
})
