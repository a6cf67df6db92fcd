/** Simplifies text for search and sorting: lower case, plain letters. */
import { lookUp } from './dictionary.ts'

/**
 * Akan, Ewe, Ga and Hausa letters without a Unicode base letter.
 * Each has the letter that people type instead.
 */
const PLAIN: Record<string, string> = {
  ɔ: 'o',
  ɛ: 'e',
  ŋ: 'n',
  ɖ: 'd',
  ƒ: 'f',
  ɣ: 'g',
  ʋ: 'v',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
}

/**
 * Returns the text without accents and special letters.
 * Upper case stays.
 */
export const stripDiacritics = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ɔɛŋɖƒɣʋɓɗƙƴ]/gi, (letter) => {
      const small = letter.toLowerCase()
      const plain = lookUp(PLAIN, small) ?? letter
      return small === letter ? plain : plain.toUpperCase()
    })

export const foldForSearch = (text: string): string => stripDiacritics(text).toLowerCase()

/** Returns the words of a search; results must match all. */
export const searchWordsOf = (search: string): string[] => foldForSearch(search).split(/\s+/).filter(Boolean)

export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
