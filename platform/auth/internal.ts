/**
 * Authenticates this installation's own processes, by a key derived from TOKEN_SECRET.
 * The secret itself is never sent.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const keyOf = (tokenSecret: string) => createHmac('sha256', tokenSecret).update('internal commands').digest('base64url')

/** Returns the Authorization header of an internal call. */
export const internalAuthorization = (tokenSecret: string) => `Internal ${keyOf(tokenSecret)}`

/** Returns whether a header is that of an internal call. The comparison takes constant time. */
export function isInternalAuthorization(tokenSecret: string, header: string | undefined): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(internalAuthorization(tokenSecret))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
