/** Sends a message to many sockets, serialized and framed only once. */
import type { Server } from 'socket.io'

/** First byte of an unmasked text frame (RFC 6455, 5.2). */
const TEXT_FRAME = 0x81
/** Text lengths in bytes from which the frame's length field takes two or eight more bytes. */
const [SHORT, MIDDLE] = [126, 65_536]

/** Returns the WebSocket frame of a text. */
export function encodeWebSocketFrame(text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  const head = bytes < SHORT ? 2 : bytes < MIDDLE ? 4 : 10
  const frame = Buffer.allocUnsafe(head + bytes)
  frame[0] = TEXT_FRAME
  if (head === 2) frame[1] = bytes
  else if (head === 4) {
    frame[1] = SHORT
    frame.writeUInt16BE(bytes, 2)
  } else {
    frame[1] = SHORT + 1
    frame.writeBigUInt64BE(BigInt(bytes), 2)
  }
  frame.write(text, head)
  return frame
}

/** Packet type numbers: of an event in socket.io, and of the engine.io message that contains the event. */
const [EVENT, MESSAGE] = ['2', '4']

/**
 * Emits an event to these sockets.
 * `io.to(…)` would walk each socket's rooms, write the head and the text of the frame separately, and also address
 * other servers, of which there are none.
 */
export function broadcast(io: Server, sockets: Iterable<string>, event: string, value: unknown): void {
  const packet = EVENT + JSON.stringify([event, value])
  // This undocumented option of engine.io passes a frame that is already encoded.
  const options = { wsPreEncodedFrame: [encodeWebSocketFrame(MESSAGE + packet)] } as object
  for (const id of sockets) io.sockets.sockets.get(id)?.conn.write(packet, options)
}
