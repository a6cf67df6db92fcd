/** Tests references such as R-GRK4-PDMR: they are stable, distinct, and recognised as people type them. */
import { describe, expect, it } from 'vitest'
import { parseReferenceNumber, referenceOf } from './reference.ts'

describe('a reference', () => {
  it('follows from the id, the same for ever', () => {
    // References must never change, because users noted them on paper.
    expect(referenceOf('report', 'u03e57edc438519af68d2.1')).toBe('R-GRK4-PDMR')
    expect(referenceOf('delivery', 'u03e57edc438519af68d2.1')).toBe('D-KD76-RHG6')
  })

  it('has only characters that are told apart when read or heard', () => {
    for (let n = 0; n < 2_000; n++)
      expect(referenceOf('report', `u${n}.1`)).toMatch(/^R-[CDFGHJKMNPRTVWXY34679]{4}-[CDFGHJKMNPRTVWXY34679]{4}$/)
  })

  it('is hardly ever the same of two', () => {
    const ids = Array.from({ length: 100_000 }, (_, n) => `u03e57edc438519af${Math.floor(n / 50)}.${n % 50}`)
    const references = new Set(ids.map((id) => referenceOf('report', id)))
    expect(references.size).toBeGreaterThan(ids.length - 5)
  })

  it('is understood without hyphens, in small letters, and without its first letter', () => {
    const reference = referenceOf('report', 'u1.1')
    const [, first, second] = reference.split('-')
    for (const text of [
      reference,
      reference.toLowerCase(),
      `R${first}${second}`,
      ` r ${first} ${second} `,
      `R–${first}–${second}`,
    ])
      expect(parseReferenceNumber(text)).toEqual([reference])
    expect(parseReferenceNumber(`${first}${second}`)).toEqual([reference, `D-${first}-${second}`])
  })

  it('is none of a name, an id or a word', () => {
    for (const text of ['', 'T001', 'Ama Mensah', 'ama@example.com', 'R-OOOO-IIII', 'R-CDFG', 'X-CDFG-HJKM'])
      expect(parseReferenceNumber(text)).toEqual([])
  })
})
