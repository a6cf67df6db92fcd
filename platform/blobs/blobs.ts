/** The blobs port: bytes by the hash of their content; rows and events hold the hash only. */

/**
 * The rules are numbered; the conformance suite quotes them.
 *
 * - BL1 `put` answers the lower-case hex SHA-256 of the bytes; the same bytes give the same hash and are stored once.
 * - BL2 `get` gives exactly the bytes that were put, or undefined for an unknown hash.
 * - BL3 What is not a SHA-256 in hex is refused (it never reaches a path).
 * - BL4 A put that was answered survives a restart; a put that died halfway leaves nothing that `get` would give.
 * - BL5 What was put stays for ever; in a place that is opened for a time, until that has passed since it was last put, and not
 *   much longer.
 * - BL6 What lies in its place and is not those bytes (emptied, changed, a link) is never given: it counts as missing, and a put
 *   replaces it.
 */
export interface Blobs {
  put(bytes: Uint8Array): Promise<string>
  get(hash: string): Promise<Uint8Array | undefined>
}
