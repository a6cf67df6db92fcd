/** Short references of reports and deliveries, for phone calls and look-ups. */

/** First letter of a reference: one for reports, one for deliveries. */
const REFERENCE_LETTERS = { report: 'R', delivery: 'D' } as const
export type ReferencedKind = keyof typeof REFERENCE_LETTERS

/**
 * Alphabet of references.
 * It has no vowels, which would form words.
 * It has no lookalikes: 0 O, 1 I L, 2 Z, 5 S, 8 B.
 */
const ALPHABET = 'CDFGHJKMNPRTVWXY34679'
const HALF = 4
const NUMBERS = ALPHABET.length ** (2 * HALF)

/**
 * Hashes a text to 53 bits with cyrb53.
 * Source: https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js (public domain).
 * It need not be cryptographic, because readers of references may see ids.
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
 * Returns the reference of a report or delivery, such as `R-4K7M-9XPC`.
 * It derives from the id, so the log does not store it.
 * Two can be equal: about a dozen pairs in a million.
 */
export function referenceOf(kind: ReferencedKind, id: string): string {
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
 * Parses a reference number that a person typed.
 * Returns all references that the text may mean; none if it is invalid.
 * Hyphens, first letter and upper case are optional.
 */
export function parseReferenceNumber(text: string): string[] {
  const [, letter, characters] = TYPED.exec(text.toUpperCase().replace(/[\s\p{Pd}._]/gu, '')) ?? []
  if (!characters) return []
  const letters = letter ? [letter] : Object.values(REFERENCE_LETTERS)
  return letters.map((first) => `${first}-${characters.slice(0, HALF)}-${characters.slice(HALF)}`)
}
