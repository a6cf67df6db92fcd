/** Reads what nobody takes, so that the answer arrives, and gives its memory back piece by piece. */
import type { Readable } from 'node:stream'

/**
 * Of buffers alone the collector hears late: dozens of megabytes of them would lie about, and then be looked for at once while
 * everybody waits.
 */
export function forget(stream: Readable): void {
  stream.on('data', free)
  stream.resume()
}

/** For what is refused before it is read. */
export function forgetting<T>(stream: Readable, refused: T): T {
  forget(stream)
  return refused
}

/** To be called once nobody looks at it any more. One that is part of something larger is left alone. */
export function free(piece: Buffer): void {
  if (piece.byteLength === piece.buffer.byteLength) (piece.buffer as ArrayBuffer).transfer(0)
}
