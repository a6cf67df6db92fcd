/** What somebody is called where their name must not be read: the same for ever, and no name. */

/**
 * FNV-1a over UTF-16 (http://www.isthe.com/chongo/tech/comp/fnv/), all 32 bits of it: of four digits two of 300 residents had the same
 * in every second city, and auditors took them for one.
 */
function digitsOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(16).toUpperCase().padStart(8, '0')
}

const DRIVER = 'driver-'

/** Such as 'Resident 7F3A91C2'. `role` is the person's, where it is known; whoever drives a truck has an id of that truck's. */
export function pseudonymOf(personId: string, role?: string): string {
  const kind = personId.startsWith(DRIVER) ? 'driver' : (role ?? 'person')
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${digitsOf(personId)}`
}
