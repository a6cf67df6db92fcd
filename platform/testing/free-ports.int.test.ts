/** Tests that reserved ports belong to one process until it ends, even without a listener. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { freePort, freePorts } from './free-ports.ts'

/** Program that reserves ports of the range and prints how many of `taken` it got. */
const RIVAL = (taken: number[]) => `
  import { freePorts } from ${JSON.stringify(path.join(import.meta.dirname, 'free-ports.ts'))}
  const taken = new Set(${JSON.stringify(taken)})
  const random = Math.random
  let next = 0
  // Aims at the ports that are taken, one after the other, and then at any.
  const aimed = [...taken].map((port) => (port - 12_000 + 0.5) / 20_000)
  Math.random = () => aimed[next++] ?? random()
  const ports = await freePorts(20)
  console.log(ports.filter((port) => taken.has(port)).length, next >= taken.size)
`

it('are given to no other process, though their server has stopped', async () => {
  const ports = await freePorts(20)
  const [first = 0] = ports
  const server = createServer().listen(first, '127.0.0.1')
  await once(server, 'listening')
  await once(server.close(), 'close')
  const rival = spawn(process.execPath, ['--input-type=module', '-e', RIVAL(ports)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(rival.stdout), 'line')
  expect(line).toBe('0 true')
})

it('refuse connections until a server listens, and again once it has stopped', async () => {
  const port = await freePort()
  const refused = () => expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  await refused()
  for (let start = 0; start < 2; start++) {
    const server = createServer((socket) => socket.end()).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    await once(socket.resume(), 'close')
    await once(server.close(), 'close')
    await refused()
  }
})
