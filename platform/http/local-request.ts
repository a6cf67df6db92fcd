/** Detects requests made on this machine and not forwarded by a proxy or tunnel. */
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

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

/** Whether the page that sent a request comes from this machine. Clients other than browsers send no origin. */
const isLoopbackOrigin = (origin: string) => URL.canParse(origin) && isLoopbackName(new URL(origin).host)

/**
 * Whether a request is local, judged by its socket.
 * A proxy on this machine also connects from here.
 * The proxy's headers, its host or origin, or HTTP/1.0 reveal it.
 */
export function isLocalRequest({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const names = Object.keys(headers)
  const isForwarded = names.some((name) => FORWARDED.includes(name) || name.startsWith('x-forwarded'))
  const fromHere = isLoopbackIp(socket.remoteAddress ?? '') && isLoopbackName(headers.host ?? '')
  const pageFromHere = headers.origin === undefined || isLoopbackOrigin(headers.origin)
  return fromHere && pageFromHere && !isForwarded && httpVersion !== '1.0'
}
