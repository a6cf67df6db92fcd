/**
 * Reads and writes the messages of MongoDB's wire protocol that the driver uses: OP_MSG, and OP_QUERY for the first
 * request.
 */
import { type Document, deserialize, serialize } from 'bson'

const HEADER_BYTES = 16
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const CHECKSUM_PRESENT = 1
const MORE_TO_COME = 2

/** Request: the command document, with its document sequences merged in. */
export interface WireRequest {
  id: number
  legacy: boolean
  /** Whether the sender expects no answer. */
  silent: boolean
  command: Document
}

/**
 * Returns the first complete request in the bytes, and the bytes after it.
 * Returns undefined if the first request is incomplete.
 */
export function parseRequest(bytes: Buffer): { request: WireRequest; rest: Buffer } | undefined {
  if (bytes.length < HEADER_BYTES || bytes.length < bytes.readInt32LE(0)) return undefined
  const length = bytes.readInt32LE(0)
  const message = bytes.subarray(0, length)
  const id = message.readInt32LE(4)
  const code = message.readInt32LE(12)
  const rest = bytes.subarray(length)
  if (code === OP_MSG) return { request: { id, legacy: false, ...readMessage(message) }, rest }
  if (code !== OP_QUERY) throw new Error(`opcode ${code} is not spoken here`)
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4)
  const command = readDocument(message, nameEnd + 1 + 8)
  return { request: { id, legacy: true, silent: false, command }, rest }
}

function readMessage(message: Buffer): { command: Document; silent: boolean } {
  const flags = message.readUInt32LE(HEADER_BYTES)
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0)
  let command: Document = {}
  let offset = HEADER_BYTES + 4
  while (offset < end) {
    const kind = message[offset]
    const size = message.readInt32LE(offset + 1)
    if (kind === 0) command = { ...readDocument(message, offset + 1), ...command }
    else Object.assign(command, readSequence(message.subarray(offset + 5, offset + 1 + size)))
    offset += 1 + size
  }
  return { command, silent: (flags & MORE_TO_COME) !== 0 }
}

function readSequence(bytes: Buffer): Document {
  const nameEnd = bytes.indexOf(0)
  const documents: Document[] = []
  for (let offset = nameEnd + 1; offset < bytes.length; offset += bytes.readInt32LE(offset))
    documents.push(readDocument(bytes, offset))
  return { [bytes.toString('utf8', 0, nameEnd)]: documents }
}

function readDocument(bytes: Buffer, offset: number): Document {
  return deserialize(bytes.subarray(offset, offset + bytes.readInt32LE(offset)))
}

/** Serializes the answer in the format of the request. */
export function writeReply(request: WireRequest, answer: Document): Buffer {
  const body = serialize(answer)
  const head = Buffer.alloc(request.legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(request.id, 8)
  head.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12)
  // Set the count of documents. The other fields of an OP_REPLY (flags, cursor id, starting point) are zero.
  if (request.legacy) head.writeInt32LE(1, HEADER_BYTES + 16)
  return Buffer.concat([head, body])
}
