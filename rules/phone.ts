/** A phone number as people write it: what is stored of it, and what a phone dials. */

/** Digits of a number: from a small island's own numbers to ITU-T E.164. */
const [FEWEST, MOST] = [5, 15]

/** Groups of digits, each with or without brackets around it, between spaces, hyphens, dots and slashes. */
const WRITTEN = /^\+?(?:\d+|\(\d+\))(?:[ ./-]*(?:\d+|\(\d+\)))*$/

/** Marks that nobody sees: contacts that are copied on a phone have them around the number. */
const INVISIBLE = /\p{Cf}/gu
const DASHES = /[\p{Pd}\u2212]/gu

/** Returns the number with plain spaces and hyphens; undefined for what is no number. */
export function canonicalPhone(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-').replace(/\s+/g, ' ').trim()
  const digits = plain.replace(/\D/g, '').length
  return WRITTEN.test(plain) && digits >= FEWEST && digits <= MOST ? plain : undefined
}

/** Returns what a phone dials; the zero of `+233 (0)24` is for calls within the country. */
export const dialled = (phone: string): string =>
  (phone.startsWith('+') ? phone.replace('(0)', '') : phone).replace(/[^\d+]/g, '')
