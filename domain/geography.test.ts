/** Tests distances on the map. */
import { describe, expect, it } from 'vitest'
import { measureMetresBetween, measureMetresOutside } from './geography.ts'

const accra = { lat: 5.6, lng: -0.2 }
/** A square, about 11.1 km wide and high. */
const square = [
  { lat: 5.5, lng: -0.3 },
  { lat: 5.6, lng: -0.3 },
  { lat: 5.6, lng: -0.2 },
  { lat: 5.5, lng: -0.2 },
]

describe('a distance', () => {
  it('is that of the globe', () => {
    expect(measureMetresBetween(accra, accra)).toBe(0)
    expect(measureMetresBetween(accra, { lat: 6.6, lng: -0.2 })).toBeCloseTo(111_195, 0)
    // The expected value is the distance from Accra to Kumasi.
    expect(measureMetresBetween({ lat: 5.6037, lng: -0.187 }, { lat: 6.6885, lng: -1.6244 }) / 1000).toBeCloseTo(
      199.4,
      0,
    )
  })

  it('to an outline is 0 inside, and that to the nearest edge or corner outside', () => {
    const zone = { centre: accra, outline: square }
    expect(measureMetresOutside({ lat: 5.55, lng: -0.25 }, zone)).toBe(0)
    expect(measureMetresOutside({ lat: 5.55, lng: -0.19 }, zone)).toBeCloseTo(1_107, 0)
    expect(measureMetresOutside({ lat: 5.61, lng: -0.19 }, zone)).toBeCloseTo(
      measureMetresBetween({ lat: 5.61, lng: -0.19 }, { lat: 5.6, lng: -0.2 }),
      0,
    )
  })

  it('to a zone without an outline is that to a circle around its centre', () => {
    expect(measureMetresOutside({ lat: 5.63, lng: -0.2 }, { centre: accra })).toBe(0)
    expect(measureMetresOutside({ lat: 5.7, lng: -0.2 }, { centre: accra })).toBeCloseTo(11_119 - 4_000, -1)
  })
})
