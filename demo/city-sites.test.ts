/** Tests that simulated loads respect capacity and shares sum to 100 %. */
import { describe, expect, it } from 'vitest'
import { addToSiteContents } from './city-sites.ts'

const site = (currentCapacity: number, composition: Record<string, number> = { plastic: 60, organic: 40 }) => ({
  open: true,
  updates: 3,
  maxCapacity: 1000,
  currentCapacity,
  composition,
})
const load = (tonnes: number) => ({ tonnes, composition: { organic: 100 } })
const sum = (composition: Record<string, number>) =>
  Object.values(composition).reduce((total, percent) => total + Math.round(percent * 100), 0)

describe('a load', () => {
  it('is added to what lies there, by weight', () => {
    const { currentCapacity, composition } = addToSiteContents(site(90), load(10))
    expect(currentCapacity).toBe(100)
    expect(composition).toMatchObject({ plastic: 54, organic: 46 })
  })

  it('fills a site to what it takes, and leaves more than that as it was typed', () => {
    expect(addToSiteContents(site(998), load(10)).currentCapacity).toBe(1000)
    expect(addToSiteContents(site(1080), load(10)).currentCapacity).toBe(1080)
    // An older log may contain a load far above the capacity.
    expect(addToSiteContents(site(999_999), load(10)).currentCapacity).toBe(1100)
  })

  it('is all that is known where nobody knew what lies there', () =>
    expect(addToSiteContents(site(500, {}), load(10)).composition).toMatchObject({ organic: 100, plastic: 0 }))

  it('leaves parts that sum to exactly 100', () => {
    for (let tonnes = 0.1; tonnes < 30; tonnes += 1.37) {
      const { composition } = addToSiteContents(site(333.33, { plastic: 33.3, paper: 33.3, other: 33.4 }), load(tonnes))
      expect(sum(composition)).toBe(10_000)
    }
  })
})

describe('processing', () => {
  it('takes away from what lies there, evenly', () => {
    const { currentCapacity, composition } = addToSiteContents(site(950), { tonnes: -200, composition: {} })
    expect(currentCapacity).toBe(750)
    expect(composition).toMatchObject({ plastic: 60, organic: 40 })
  })
  it('leaves nothing below nothing', () =>
    expect(addToSiteContents(site(50), { tonnes: -200, composition: {} }).currentCapacity).toBe(0))
})
