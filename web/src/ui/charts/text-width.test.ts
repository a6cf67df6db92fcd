/** Text breaks at the given width and never loses a word. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsTwoLines, textWidth, wrapped } from './text-width.ts'

describe('small text', () => {
  it('is broken between words', () => {
    expect(wrapped('In Transit to Site', 97)).toEqual(['In Transit to', 'Site'])
    expect(wrapped('In Transit to Site', 200)).toEqual(['In Transit to Site'])
    expect(wrapped('Maintenance', 20)).toEqual(['Maintenance'])
  })

  it('fits two lines or not', () => {
    expect(fitsTwoLines('In Transit to Site', 97)).toBe(true)
    expect(fitsTwoLines('In Transit to Site', 60)).toBe(false)
    expect(fitsTwoLines('Maintenance', 60)).toBe(false)
  })

  it('keeps all its words, in lines that are too wide only where a word is', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(words, fc.integer({ min: 10, max: 200 }), (all, width) => {
        const lines = wrapped(all.join(' '), width)
        expect(lines.join(' ')).toBe(all.join(' '))
        for (const line of lines) if (line.includes(' ')) expect(textWidth(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})
