/**
 * Blobs port: bytes by the hash of their content.
 * Rows and events store only the hash.
 */

/**
 * Stores blobs.
 * The rules are numbered; the conformance suite quotes them.
 *
 * - BL1 `put` returns the lower-case hex SHA-256 of the bytes and stores the same bytes once.
 * - BL2 `get` returns exactly the stored bytes, or undefined for an unknown hash.
 * - BL3 Anything but a SHA-256 in hex is refused and never becomes a path.
 * - BL4 An acknowledged put survives a restart; `get` never returns an unfinished one.
 * - BL5 Blobs stay until they are removed.
 * In a temporary store they expire soon after their lifetime, counted from the last put.
 * - BL6 A damaged file (emptied, changed, a link) is never returned: it counts as missing, and a put replaces it.
 * - BL7 A removed blob is gone at once; removing an unknown one changes nothing, and a later put stores it again.
 */
export interface BlobStore {
  put(bytes: Uint8Array): Promise<string>
  get(hash: string): Promise<Uint8Array | undefined>
  remove(hash: string): Promise<void>
}
