/** Tests Plus Codes with the published test vectors. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodePlusCode, encodePlusCode, isFullCode, isPlusCode, isShortCode, recoverPlusCode } from './plus-code.ts'

/** Returns the lines of a file of test vectors, without comments. */
const vectors = (name: string) =>
  readFileSync(new URL(`../tests/fixtures/open-location-code/${name}.csv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(',') as [string, string, string, string, string, string])

describe('a Plus Code', () => {
  it.each(vectors('validityTests'))('%s is valid: %s, short: %s, full: %s', (code, valid, short, full) => {
    expect([isPlusCode(code), isShortCode(code), isFullCode(code)].map(String)).toEqual([valid, short, full])
  })

  it.each(vectors('decoding'))('%s decodes', (code, length, south, west, north, east) => {
    const area = decodePlusCode(code)
    expect(area.length).toBe(Number(length))
    for (const [name, value] of Object.entries({ south, west, north, east }))
      expect(area[name as 'south'], name).toBeCloseTo(Number(value), 9)
  })

  it.each(vectors('encoding'))('%s, %s encodes as published', (lat, lng, _y, _x, length, code) => {
    expect(encodePlusCode({ lat: Number(lat), lng: Number(lng) }, Number(length))).toBe(code)
  })

  const recovered = vectors('shortCodeTests').filter(([, , , , kind]) => kind !== 'S')
  it.each(recovered)('%s near %s, %s is recovered from %s', (code, lat, lng, short) => {
    expect(recoverPlusCode(short, { lat: Number(lat), lng: Number(lng) })).toBe(code)
  })

  it('is refused if it is none', () => {
    expect(() => decodePlusCode('J6XQ+V2')).toThrow(RangeError)
    expect(() => recoverPlusCode('Accra', { lat: 5.6, lng: -0.2 })).toThrow(RangeError)
  })
})
