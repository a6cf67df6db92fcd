/** Reads only regular files. It follows no link and waits for no pipe. */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

/**
 * Flags to open a regular file without following a link or waiting.
 * Windows has only the first.
 * Also check with `stat` that the opened file is regular.
 */
export const READ_REGULAR_FILE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const CHUNK_BYTES = 256 * 1024

/** Returns the SHA-256 of an open file's content, in hex. Passes each chunk to `take` and waits for it. */
export async function hashFile(
  handle: FileHandle,
  take: (chunk: Uint8Array) => Promise<void> = async () => undefined,
): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let offset = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, offset)
    if (bytesRead === 0) return hash.digest('hex')
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await take(chunk)
    offset += bytesRead
  }
}
