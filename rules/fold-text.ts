/** Text as it is searched and sorted: without case, accents or the letters that a common keyboard lacks. */
import { lookUp } from './dictionary.ts'

/** Akan, Ewe and Ga letters that have no accent to take off, as people type them without. */
const PLAIN: Record<string, string> = { ɔ: 'o', ɛ: 'e', ŋ: 'n', ɖ: 'd', ƒ: 'f', ɣ: 'g', ʋ: 'v' }

export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ɔɛŋɖƒɣʋ]/g, (letter) => lookUp(PLAIN, letter) ?? letter)

/** The words of a search; each must be found somewhere. */
export const wordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean)

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
