/**
 * Reads and writes Authorization headers.
 * Internal calls use a key derived from TOKEN_SECRET, which is never sent.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the token of `Bearer TOKEN`, in any letter case (RFC 9110). */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]

const keyOf = (tokenSecret: string) => createHmac('sha256', tokenSecret).update('internal commands').digest('base64url')

/** Returns the Authorization header of an internal call. */
export const createInternalAuthorization = (tokenSecret: string) => `Internal ${keyOf(tokenSecret)}`

/**
 * Returns whether a header authorizes a call between our processes.
 * The comparison takes constant time.
 */
export function isInternalAuthorization(tokenSecret: string, header: string | undefined): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(createInternalAuthorization(tokenSecret))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
