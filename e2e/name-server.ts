/** A name server for tests that knows one thing: every name stands for these IPv4 addresses. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const A = 1
const HEADER_BYTES = 12
/** A response, and the server looks no further. */
const FLAGS = 0x8180

export interface NameServer {
  /** As Caddy writes a resolver. */
  address: string
  close(): void
}

export async function startNameServer(addresses: readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => socket.send(answer(query, addresses), from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `udp/127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

/** As RFC 1035 has it, section 4.1: the question again, and each address as a record that is good for a second. */
function answer(query: Buffer, addresses: readonly string[]): Buffer {
  const end = query.indexOf(0, HEADER_BYTES) + 5
  const question = query.subarray(HEADER_BYTES, end)
  const found = query.readUInt16BE(end - 4) === A ? addresses : []
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(FLAGS, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found.length, 6)
  const records = found.map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([header, question, ...records])
}
