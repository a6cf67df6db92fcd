/** Reads only regular files, never links or pipes. */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

/**
 * Flags for opening a file: they refuse symbolic links and do not wait for a pipe's writer.
 * On Windows only the read flag exists.
 * Callers must also check with `stat` that the file is regular.
 */
export const READ_REGULAR_FILE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const CHUNK_BYTES = 256 * 1024

/**
 * Returns a file's SHA-256 in hex.
 * Passes each chunk to `take` and waits.
 */
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
