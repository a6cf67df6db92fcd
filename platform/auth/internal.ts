/** The key by which our own processes know each other: derived from TOKEN_SECRET, never the secret itself. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const keyOf = (tokenSecret: string) => createHmac('sha256', tokenSecret).update('internal commands').digest('base64url')

/** The Authorization header of an internal call. */
export const internalAuthorization = (tokenSecret: string) => `Internal ${keyOf(tokenSecret)}`

/** Whether an Authorization header is that of an internal call; takes the same time for any wrong one. */
export function isInternal(tokenSecret: string, header: string | undefined): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(internalAuthorization(tokenSecret))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
