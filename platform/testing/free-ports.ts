/** Ports of 127.0.0.1 that are reserved for this process until it ends. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the range from which systems take the ports of outgoing connections and of servers on port 0 (from 32,768 on Linux).
 * A port of that range that a server gives up may belong to somebody else a moment later.
 */
const FIRST = 12_000
const LAST = 32_000

/**
 * Reserves ports, each different. Connections to such a port are refused until the test's own server listens there, and again
 * after it has stopped, so a server can come back on its port.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await reserve(port)) ports.push(port)
  }
  return ports
}

/** Reserves one port, as {@link freePorts} does. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/**
 * Takes the UDP port of the same number as a lock: the servers use TCP, and the system ends the lock with the process. False
 * when another process has the lock, or when somebody who does not use this helper listens on the port.
 */
async function reserve(port: number): Promise<boolean> {
  const lock = createSocket('udp4')
  try {
    await once(lock.bind({ port, address: '127.0.0.1', exclusive: true }), 'listening')
  } catch {
    lock.close()
    return false
  }
  if (await isFree(port)) {
    lock.unref()
    return true
  }
  lock.close()
  return false
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  await once(probe.close(), 'close')
  return true
}
