/** Reserves ports of 127.0.0.1 for this process until it ends. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Range below the ephemeral ports, from which systems take outgoing connections and port 0 (from 32,768 on Linux).
 * Another process may take a released port of that range at once.
 */
const FIRST = 12_000
const LAST = 32_000

/**
 * Reserves distinct ports.
 * Connections are refused unless the test's server listens, so a server can restart on its port.
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
 * Locks a port by its UDP number.
 * Servers use TCP, and the system releases the lock with the process.
 * Returns false if another process has the lock or listens on the port.
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
