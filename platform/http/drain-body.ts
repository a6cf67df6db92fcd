/** Drains unread request bodies, so that the response arrives, and frees their memory piece by piece. */
import type { Readable } from 'node:stream'

/**
 * Drains a stream.
 * The garbage collector notices buffers late: dozens of megabytes would pile up and then cost a long pause.
 */
export function drainBody(stream: Readable): void {
  stream.on('data', releaseBufferMemory)
  stream.resume()
}

/**
 * Drains a request that is refused before it is read.
 * Returns the refusal.
 */
export function drainAndReturn<T>(stream: Readable, refused: T): T {
  drainBody(stream)
  return refused
}

/** Frees the memory of a buffer that is no longer used. Does nothing if other buffers share that memory. */
export function releaseBufferMemory(piece: Buffer): void {
  if (piece.byteLength === piece.buffer.byteLength) (piece.buffer as ArrayBuffer).transfer(0)
}
