/** Reads the token of an Authorization header. */

/** Returns the token of a header `Bearer TOKEN`. The letter case of the scheme does not matter (RFC 9110). */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
