/** Creates stable pseudonyms for people whose names must not be shown. */

/**
 * Returns the text's 32-bit FNV-1a hash over UTF-16 as eight hex digits.
 * Algorithm: http://www.isthe.com/chongo/tech/comp/fnv/.
 * With four digits, 300 residents had a duplicate in every second city.
 */
function digitsOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(16).toUpperCase().padStart(8, '0')
}

const DRIVER = 'driver-'

/**
 * Returns a pseudonym such as 'Resident 7F3A91C2'.
 * `role` is the person's role, if known.
 * A driver without an account is identified by the truck.
 */
export function pseudonymOf(personId: string, role?: string): string {
  const kind = personId.startsWith(DRIVER) ? 'driver' : (role ?? 'person')
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${digitsOf(personId)}`
}
