/**
 * MongoDB double that speaks the server's wire protocol.
 * It proves what our adapters send, not what MongoDB does.
 * It knows only our adapters' commands.
 * It has no transactions, replica sets or indexes (only `_id` is unique).
 * It compares text by UTF-16 code units.
 */

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Document, deserialize, serialize } from 'bson'
import { reserveFreePort } from '../../fixtures/free-ports.ts'
import { createGate } from '../../fixtures/gate.ts'
import { createCommandHandler } from './commands.ts'
import { DocumentStoreDouble } from './documents.ts'

export interface MongoDouble {
  /** Connection string with a database name. */
  url: string
  /** Makes the test double accept requests without answering them. */
  hang(): void
  /**
   * Makes the test double answer again.
   * It also answers requests whose clients have given up.
   */
  wake(): void
  /** Makes the next write succeed, but ends its connection without an answer. */
  loseNextAnswer(): void
  close(): Promise<void>
}

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify'])

/**
 * Starts a test double of MongoDB on the loopback address.
 * Its default port is reserved, so that no other program takes it.
 * With `file`, acknowledged writes survive a kill.
 * `clock` sets the time.
 * Calls `onCommand` with each request's command.
 */
export async function startMongoDouble(
  options: { port?: number; file?: string; clock?: () => Date; onCommand?: (command: Document) => void } = {},
): Promise<MongoDouble> {
  const documents = new DocumentStoreDouble(options.file)
  const answer = createCommandHandler(documents, options.clock ?? (() => new Date()))
  const sockets = new Set<Socket>()
  const gate = createGate()
  let losesNext = false

  /**
   * Answers a request to the MongoDB double.
   * Returns false if it closed the connection instead.
   */
  function reply(socket: Socket, { request }: { request: WireRequest }): boolean {
    options.onCommand?.(request.command)
    const answered = answer(request.command)
    if (losesNext && WRITES.has(Object.keys(request.command)[0] ?? '')) {
      losesNext = false
      socket.destroy()
      return false
    }
    if (!request.silent) socket.write(writeReply(request, answered))
    return true
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Ignore a disconnection in the middle of a message.
    // The 'close' event follows.
    socket.on('error', () => socket.destroy())
    let pending: Buffer = Buffer.alloc(0)
    let work = Promise.resolve()
    async function take(bytes: Buffer): Promise<void> {
      await gate.passed()
      pending = Buffer.concat([pending, bytes])
      for (let taken = parseRequest(pending); taken; taken = parseRequest(pending)) {
        pending = taken.rest
        if (!reply(socket, taken)) return
      }
    }
    socket.on('data', (bytes) => {
      work = work
        .then(() => take(bytes))
        .catch((error) => {
          console.error('MongoDB double: what came is not its protocol', error)
          socket.destroy()
        })
    })
  })
  server.listen(options.port ?? (await reserveFreePort()), '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/wastesense`,
    hang: gate.shut,
    wake: gate.open,
    loseNextAnswer() {
      losesNext = true
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
      documents.close()
    },
  }
}

// Messages of the driver: OP_MSG, and OP_QUERY for the first request.
const HEADER_BYTES = 16
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const CHECKSUM_PRESENT = 1
const MORE_TO_COME = 2

/**
 * Request of a MongoDB client.
 * `command` also contains the documents that the client sent in separate sequences.
 */
interface WireRequest {
  id: number
  legacy: boolean
  /** Whether the client expects no answer to the command. */
  silent: boolean
  command: Document
}

/**
 * Returns the first request and the bytes after it.
 * Returns undefined if the first request is incomplete.
 */
function parseRequest(bytes: Buffer): { request: WireRequest; rest: Buffer } | undefined {
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
function writeReply(request: WireRequest, answer: Document): Buffer {
  const body = serialize(answer)
  const head = Buffer.alloc(request.legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(request.id, 8)
  head.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12)
  // Sets the number of returned documents.
  // Other OP_REPLY fields (flags, cursor id, starting point) are zero.
  if (request.legacy) head.writeInt32LE(1, HEADER_BYTES + 16)
  return Buffer.concat([head, body])
}
