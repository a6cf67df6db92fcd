/** Tests the interval between the feed's updates, and the count of a client's frames. */

import { expect, it } from 'vitest'
import * as ws from 'ws'
import { encodeWebSocketFrame, nextFrameDelayMsOf } from './frames.ts'
import { createFrameCounter } from './limits.ts'

it.each([
  ['a few boards', 0.2, 4],
  ['a crowd', 2.5, 10],
  ['a fan-out that is longer than a frame may last', 40, 16],
])('takes a part of the time for %s, within 4 to 16 ms (FD10)', (_, tookMs, ms) =>
  expect(nextFrameDelayMsOf(tookMs)).toBe(ms),
)

// Tests that our WebSocket frames equal those of the library `ws`, byte by byte.
type Sender = { frame(data: Buffer, options: object): Buffer[] }
const { frame } = (ws as unknown as { Sender: Sender }).Sender

it.each([
  ['nothing', ''],
  ['as long as two bytes tell', 'x'.repeat(125)],
  ['longer', 'x'.repeat(126)],
  ['as long as four tell', 'x'.repeat(65_535)],
  ['longer than those', 'x'.repeat(65_536)],
  ['more bytes than letters', 'ɛ'.repeat(63)],
])('of a text that is %s', (_, text) => {
  const options = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true }
  expect(encodeWebSocketFrame(text).equals(Buffer.concat(frame(Buffer.from(text), options)))).toBe(true)
})

it.each([1, 7, 1_000_000])('counts a client’s pings and parts of messages, in pieces of %i bytes', (size) => {
  const mask = { mask: true, rsv1: false, readOnly: false }
  const client = (opcode: number, length: number, fin = true) =>
    Buffer.concat(frame(Buffer.alloc(length, 0x89), { ...mask, opcode, fin }))
  const [text, ping, rest] = [1, 9, 0]
  const bytes = Buffer.concat([
    ...[0, 125, 126, 65_535, 65_536].map((length) => client(text, length)),
    client(ping, 0),
    client(ping, 125),
    client(text, 300, false),
    client(rest, 300),
    client(text, 1),
  ])
  const countFrames = createFrameCounter()
  let count = 0
  for (let at = 0; at < bytes.length; at += size) count += countFrames(bytes.subarray(at, at + size), 100)
  expect(count).toBe(3)
  expect(createFrameCounter()(bytes, 2)).toBe(2)
})
