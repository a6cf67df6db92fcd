/** Reads the token of an Authorization header. */

/**
 * Returns the token of `Bearer TOKEN`.
 * The scheme's case does not matter (RFC 9110).
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
