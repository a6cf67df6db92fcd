/** Whether a request was made on this very machine, by somebody who sits at it, and not handed on by a proxy or a tunnel. */
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

const FORWARDED = ['forwarded', 'x-real-ip', 'via']

const isLoopbackIp = (address: string) =>
  (isIPv4(address) && address.startsWith('127.')) || (isIPv6(address) && /^(::1|::ffff:127\..+)$/.test(address))

/** The name of a Host header, without its port. */
function nameIn(host: string): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::\d+)?$/.exec(host) ?? []
  return bracketed ?? plain
}

function isLoopbackName(host: string): boolean {
  const name = nameIn(host).toLowerCase()
  return name === 'localhost' || isLoopbackIp(name)
}

/** The page that sends it is of this machine too; what is no browser has none. */
const isLoopbackOrigin = (origin: string) => URL.canParse(origin) && isLoopbackName(new URL(origin).host)

/**
 * By the socket itself, not by what a header says of it. A proxy on this machine connects from here as well: it is known by the
 * headers that it adds, by the host or page that were asked for, or by the old version of HTTP that some speak.
 */
export function isLocal({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const names = Object.keys(headers)
  const isForwarded = names.some((name) => FORWARDED.includes(name) || name.startsWith('x-forwarded'))
  const fromHere = isLoopbackIp(socket.remoteAddress ?? '') && isLoopbackName(headers.host ?? '')
  const pageFromHere = headers.origin === undefined || isLoopbackOrigin(headers.origin)
  return fromHere && pageFromHere && !isForwarded && httpVersion !== '1.0'
}
