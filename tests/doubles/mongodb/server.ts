/**
 * Double of MongoDB: it speaks the server's wire protocol.
 * It proves what our adapters send, not what MongoDB does.
 * It knows the commands that our adapters use.
 * It has no transactions, replica sets or indexes (only `_id` is unique), and compares text by UTF-16 code units.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { reserveFreePort } from '../../fixtures/free-ports.ts'
import { createGate } from '../../fixtures/gate.ts'
import { createCommandHandler } from './commands.ts'
import { DocumentStoreDouble } from './documents.ts'
import { parseRequest, type WireRequest, writeReply } from './wire.ts'

export interface MongoDouble {
  /** Connection string with a database name. */
  url: string
  /** Makes the double accept requests without answering any. */
  hang(): void
  /** Makes the double answer again, also the requests received meanwhile, even if their clients have given up. */
  wake(): void
  /** Makes the double carry out the next write, but end the connection instead of answering. */
  loseNextAnswer(): void
  close(): Promise<void>
}

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify'])

/**
 * Starts a double on the loopback interface.
 * By default it takes a reserved port, which no other process uses after a close.
 * With `file`, an answered write survives a kill.
 * `clock` sets the time of day.
 */
export async function startMongoDouble(
  options: { port?: number; file?: string; clock?: () => Date } = {},
): Promise<MongoDouble> {
  const documents = new DocumentStoreDouble(options.file)
  const answer = createCommandHandler(documents, options.clock ?? (() => new Date()))
  const sockets = new Set<Socket>()
  const gate = createGate()
  let losesNext = false

  /** Answers a request. Returns false if the connection was ended instead of answering. */
  function reply(socket: Socket, { request }: { request: WireRequest }): boolean {
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
    // Ignore the disconnection of a client in the middle of a message. The 'close' event follows.
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
