/**
 * A stand-in for MongoDB that speaks its wire protocol: it proves what our adapters send, not what MongoDB does.
 *
 * It knows the commands that our adapters use, has no transactions, replica sets or indexes (only `_id` is unique), and
 * compares text by UTF-16 code units.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { commandsOver } from './commands.ts'
import { Documents } from './documents.ts'
import { takeRequest, writeReply } from './wire.ts'

export interface MongoDouble {
  /** With a database name, ready for the adapters. */
  url: string
  close(): Promise<void>
}

/** Listens on this machine only; on a free port unless one is given. With `file`, an answered write survives a kill. */
export async function startMongoDouble(options: { port?: number; file?: string } = {}): Promise<MongoDouble> {
  const documents = new Documents(options.file)
  const answer = commandsOver(documents)
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that goes away in the middle of a message is its own affair; 'close' follows.
    socket.on('error', () => socket.destroy())
    let pending: Buffer = Buffer.alloc(0)
    function take(bytes: Buffer): void {
      pending = Buffer.concat([pending, bytes])
      for (let taken = takeRequest(pending); taken; taken = takeRequest(pending)) {
        pending = taken.rest
        const reply = answer(taken.request.command)
        if (!taken.request.silent) socket.write(writeReply(taken.request, reply))
      }
    }
    socket.on('data', (bytes) => {
      try {
        take(bytes)
      } catch (error) {
        console.error('MongoDB double: what came is not its protocol', error)
        socket.destroy()
      }
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/wastesense`,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
      documents.close()
    },
  }
}
