/** Tests lookups by user-defined keys, and resulting distances and trips. */
import { describe, expect, it } from 'vitest'
import { lookUp } from './dictionary.ts'
import type { FreeTruck } from './planner/plan.ts'
import { truckRoundOptionsOf } from './planner/truck-limits.ts'
import { DEFAULT_DISTANCE_KM, distanceKmOf, nearestSiteOf } from './zones.ts'

const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'prototype']

describe('a lookup', () => {
  it.each(INHERITED)('of %s finds what the dictionary has, and nothing that it inherits', (name) => {
    expect(lookUp({}, name)).toBeUndefined()
    expect(lookUp(Object.fromEntries([[name, 7]]), name)).toBe(7)
    expect(lookUp(undefined, name)).toBeUndefined()
  })
})

describe('a distance', () => {
  it.each(INHERITED)('from or to %s is a number', (name) => {
    expect(distanceKmOf('North', name, { North: {} })).toBe(DEFAULT_DISTANCE_KM)
    expect(distanceKmOf(name, 'WS001', {})).toBe(DEFAULT_DISTANCE_KM)
    expect(nearestSiteOf('North', [name, 'WS001'], { North: { WS001: 3 } })).toBe('WS001')
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, null, '7'])(
    'that is configured as %s is that of any other site',
    (km) => expect(distanceKmOf('North', 'WS001', { North: { WS001: km as number } })).toBe(DEFAULT_DISTANCE_KM),
  )
})

describe('the rounds of a truck', () => {
  const truck: FreeTruck = { id: 'T1', type: 'rear_loader', kmpl: 10, fuel: 60 }

  it.each([
    [{}, Number.NaN],
    [{}, Number.POSITIVE_INFINITY],
    [{ kmpl: 0 }, 0],
    [{ fuel: Number.NaN }, 5],
    [{ kmpl: Number.NaN }, 5],
  ])('are none for figures that are no numbers: %o, %s km', (facts, km) =>
    expect(truckRoundOptionsOf({ ...truck, ...facts }, km, 50)).toEqual([]),
  )

  it('end where there is no way to drive', () =>
    expect(truckRoundOptionsOf(truck, 0, 1_000_000).length).toBeLessThan(25))
})
