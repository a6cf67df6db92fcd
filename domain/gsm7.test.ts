/** Tests the conversion of text to the alphabet of SMS. */
import { describe, expect, it } from 'vitest'
import { MAX_USSD_SEPTETS, septetsOf, toGsm7, truncateToGsm7 } from './gsm7.ts'

describe('folding', () => {
  it.each([
    ['Wo bɔla adɛn', 'Wo bola aden'],
    ['Ɔkɔ Ŋ ɖ Ƒ', 'Oko N d F'],
    ['Gã', 'Ga'],
    ['Ɓera ɗaya ƙasa ƴan', 'Bera daya kasa yan'],
    ['Déjà vu à Noël', 'Déjà vu à Noel'],
    ['“It’s” – 5 °C…', '"It\'s" - 5 ?C...'],
    ['GH₵ 5', 'GHc 5'],
    ['a\u00a0b\u202fc\u2011d', 'a b c-d'],
    ['🔑 ok', '? ok'],
    ['a\u200bb\u0301', 'ab'],
    ['e\u0301', 'é'],
  ])('%j becomes %j', (text, folded) => expect(toGsm7(text)).toBe(folded))

  it('is complete after one fold', () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join('')
    expect(toGsm7(toGsm7(all))).toBe(toGsm7(all))
  })
})

it('counts two septets for characters behind an escape', () => {
  expect(septetsOf('a€[b')).toBe(6)
  expect(septetsOf('é\nA')).toBe(3)
})

describe('fitting', () => {
  it('leaves a text that fits', () => expect(truncateToGsm7('a'.repeat(160))).toBe('a'.repeat(160)))
  it('cuts at a word', () => expect(truncateToGsm7('one two three', 11)).toBe('one two...'))
  it('never exceeds a screen', () => {
    for (const text of ['€'.repeat(100), 'word '.repeat(50), 'x'.repeat(200)])
      expect(septetsOf(truncateToGsm7(text))).toBeLessThanOrEqual(MAX_USSD_SEPTETS)
  })
})
