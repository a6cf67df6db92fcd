/** Ports for the servers that tests start. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those from which systems take the ports of outgoing connections (32,768 on Linux): of those, one that was free a
 * moment ago may be a connection's of another test by the time a server wants it.
 */
const FIRST = 12_000
const LAST = 32_000

/** So many ports of 127.0.0.1 that were free a moment ago, each another. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
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
