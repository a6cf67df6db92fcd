/**
 * Determines the network of a request.
 * Rate limits count by network, and the security log stores its keyed hash.
 * Detects local requests that no proxy or tunnel forwarded.
 */

import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { NextFunction, Request, Response } from 'express'

/**
 * Count of 16-bit groups of an IPv6 network.
 * A household or rented server receives a whole /64.
 */
const NETWORK_GROUPS = 4
const GROUPS = 8

/** Matches an address with a port from some proxies: `203.0.113.8:40001`, `[2001:db8::1]:40001`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/
const MAPPED = /^::ffff:([\d.]+)$/

/**
 * Returns the canonical address without port, or undefined.
 * An IPv4-mapped address becomes IPv4.
 */
export function canonicalizeIpAddress(text: string): string | undefined {
  const [, bracketed, plain] = WITH_PORT.exec(text.trim()) ?? []
  const address = (bracketed ?? plain ?? text.trim()).replace(/%.*$/, '')
  // Removes leading zeros from an IP address, because some parsers read such numbers as octal.
  // All spellings of an address thus count as one client.
  const decimal = address.replace(/(?<![\da-f])0+(?=\d)/gi, '')
  if (isIPv4(decimal)) return decimal
  if (!isIPv6(address)) return undefined
  const spelled = new SocketAddress({ address, family: 'ipv6' }).address
  return MAPPED.exec(spelled)?.[1] ?? spelled
}

/** Returns an IPv4 address unchanged; for IPv6 its /64. */
export function networkOf(canonical: string): string {
  if (!isIPv6(canonical)) return canonical
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Returns the client's network; the proxy's if it forwards no valid address. */
export function networkOfClient({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string {
  return networkOf(canonicalizeIpAddress(ip) ?? canonicalizeIpAddress(socket.remoteAddress ?? '') ?? '')
}

/**
 * Number of forwarded addresses that are read, from the last one.
 * A client may send thousands before those of the proxies.
 */
const MAX_FORWARDED = 32

/** Makes forwarded addresses canonical before their comparison with trusted ones. */
export function canonicalizeForwardedAddresses({ headers }: Request, _response: Response, next: NextFunction): void {
  const chain = headers['x-forwarded-for']
  if (typeof chain === 'string') {
    const last = chain.split(',').slice(-MAX_FORWARDED)
    const addresses = last.map((address) => canonicalizeIpAddress(address) ?? address.trim())
    headers['x-forwarded-for'] = addresses.join(', ')
  }
  next()
}

/** Headers that only a proxy or tunnel sends. */
const FORWARDED = ['forwarded', 'x-real-ip', 'via']

const isLoopbackIp = (address: string) =>
  (isIPv4(address) && address.startsWith('127.')) || (isIPv6(address) && /^(::1|::ffff:127\..+)$/.test(address))

/** Returns the name in a Host header, without its port. */
function nameIn(host: string): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::\d+)?$/.exec(host) ?? []
  return bracketed ?? plain
}

function isLoopbackName(host: string): boolean {
  const name = nameIn(host).toLowerCase()
  return name === 'localhost' || isLoopbackIp(name)
}

/**
 * Whether the Origin header of a request names this machine.
 * Only browsers send this header.
 */
const isLoopbackOrigin = (origin: string) => URL.canParse(origin) && isLoopbackName(new URL(origin).host)

/**
 * Returns whether a request comes from this machine and through no proxy.
 * A proxy on this machine also connects from a local address.
 * Proxy headers, another host or origin, or HTTP/1.0 reveal a proxy.
 */
export function isLocalRequest({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const names = Object.keys(headers)
  const isForwarded = names.some((name) => FORWARDED.includes(name) || name.startsWith('x-forwarded'))
  const fromHere = isLoopbackIp(socket.remoteAddress ?? '') && isLoopbackName(headers.host ?? '')
  const pageFromHere = headers.origin === undefined || isLoopbackOrigin(headers.origin)
  return fromHere && pageFromHere && !isForwarded && httpVersion !== '1.0'
}
