/** The network that a request comes from: what limits count by, and what the security log keeps a keyed hash of. */
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { NextFunction, Request, Response } from 'express'

/** Whoever has one IPv6 address has the 2^64 beside it as well: a household or a rented server is given them as a whole. */
const NETWORK_GROUPS = 4
const GROUPS = 8

/** Some proxies add the client's port, which changes with each connection: `203.0.113.8:40001`, `[2001:db8::1]:40001`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/
const MAPPED = /^::ffff:([\d.]+)$/

/** Returns an address without its port, in its only spelling; an IPv4 address also where it is spelled in IPv6. */
export function canonicalAddress(text: string): string | undefined {
  const [, bracketed, plain] = WITH_PORT.exec(text.trim()) ?? []
  const address = (bracketed ?? plain ?? text.trim()).replace(/%.*$/, '')
  // Leading zeros are decimal to some and octal to others: here one spelling is one client.
  const decimal = address.replace(/(?<![\da-f])0+(?=\d)/gi, '')
  if (isIPv4(decimal)) return decimal
  if (!isIPv6(address)) return undefined
  const spelled = new SocketAddress({ address, family: 'ipv6' }).address
  return MAPPED.exec(spelled)?.[1] ?? spelled
}

/** Returns a canonical IPv4 address as it is, and of an IPv6 address the /64 that it lies in. */
export function networkOf(canonical: string): string {
  if (!isIPv6(canonical)) return canonical
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Returns the network of a request's client; of the proxy that passed it on where that proxy names no address. */
export function networkOfClient({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string {
  return networkOf(canonicalAddress(ip) ?? canonicalAddress(socket.remoteAddress ?? '') ?? '')
}

/** Makes the addresses that proxies have added canonical, before anything compares them with the trusted ones. */
export function canonicalForwarding({ headers }: Request, _response: Response, next: NextFunction): void {
  const chain = headers['x-forwarded-for']
  if (typeof chain === 'string') {
    const addresses = chain.split(',').map((address) => canonicalAddress(address) ?? address.trim())
    headers['x-forwarded-for'] = addresses.join(', ')
  }
  next()
}
