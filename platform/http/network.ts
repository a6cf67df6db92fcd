/** The network that a request comes from: what limits count by, and what the security log keeps a keyed hash of. */
import { isIPv6 } from 'node:net'

/** Whoever has one IPv6 address has the 2^64 beside it as well: a household or a rented server is given them as a whole. */
const NETWORK_GROUPS = 4
const GROUPS = 8

/** An IPv4 address as it is, also where a socket says it in IPv6; of IPv6 the /64 that it lies in, in one spelling. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  const groups = [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
