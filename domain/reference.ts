/** Short references of reports and deliveries, which residents and recyclers read out and auditors look up. */

/** What a reference stands for, by its first letter. */
export const REFERENCE_LETTERS = { report: 'R', delivery: 'D' } as const
export type Referenced = keyof typeof REFERENCE_LETTERS

/** Neither vowels, so that no words appear, nor what looks or sounds alike: no 0 or O, 1, I or L, 2 or Z, 5 or S, 8 or B. */
const ALPHABET = 'CDFGHJKMNPRTVWXY34679'
const HALF = 4
const NUMBERS = ALPHABET.length ** (2 * HALF)

/**
 * Hashes a text to 53 bits: cyrb53 (https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js, public domain). It need not
 * resist anybody: whoever may look a reference up may also see the id.
 */
function hashOf(text: string): number {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 2654435761)
    high = Math.imul(high ^ code, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return 4294967296 * (2097151 & high) + (low >>> 0)
}

/**
 * Returns the reference of a report or a delivery, such as `R-4K7M-9XPC`. It follows from the id alone, so it is the same for ever and
 * stored nowhere in the log. Two things may share one: of a million about a dozen pairs do.
 */
export function referenceOf(kind: Referenced, id: string): string {
  let rest = hashOf(`${kind}:${id}`) % NUMBERS
  let characters = ''
  for (let n = 0; n < 2 * HALF; n++) {
    characters = ALPHABET.charAt(rest % ALPHABET.length) + characters
    rest = Math.floor(rest / ALPHABET.length)
  }
  return `${REFERENCE_LETTERS[kind]}-${characters.slice(0, HALF)}-${characters.slice(HALF)}`
}

const TYPED = new RegExp(`^([RD])?([${ALPHABET}]{${2 * HALF}})$`)

/**
 * Returns the references that a typed text may mean: it may lack the hyphens and the first letter, and be in small letters. None where it
 * is no reference.
 */
export function referencesIn(text: string): string[] {
  const [, letter, characters] = TYPED.exec(text.toUpperCase().replace(/[\s\p{Pd}._]/gu, '')) ?? []
  if (!characters) return []
  const letters = letter ? [letter] : Object.values(REFERENCE_LETTERS)
  return letters.map((first) => `${first}-${characters.slice(0, HALF)}-${characters.slice(HALF)}`)
}
