/** Computes an event's checksum, which reveals changes on disk at reading. */
import { crc32 } from 'node:zlib'
import { StoreDamaged } from './event-store.ts'

/**
 * Stored fields of an event, over which the checksum is computed.
 * Data and meta are JSON.
 * `at` is present only if WasteSense sets the event's time, not the database.
 */
interface ChecksummedEvent {
  stream: string
  revision: number
  id: string
  type: string
  data: string
  meta: string
  at?: number
}

/**
 * Returns the CRC-32 over an event's fields.
 * It omits the position, so a copied event has the same checksum.
 * It detects every flipped bit and every sequence of damaged bits up to 32 bits long.
 * It detects accidents only; proofs that chain the events reveal tampering.
 */
export const checksumOf = ({ stream, revision, id, type, data, meta, at = 0 }: ChecksummedEvent): number =>
  crc32(`${stream}\n${revision}\n${id}\n${type}\n${at}\n${data}\n${meta}`)

/** Builds the error for an event whose checksum does not match. */
export const createChecksumMismatchError = (position: number, stream: string, revision: number) =>
  new StoreDamaged(
    `The log is damaged: event ${position}, revision ${revision} of ${stream}, does not match its checksum.`,
  )
