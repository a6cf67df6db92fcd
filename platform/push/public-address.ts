/**
 * Which addresses the server lets itself be sent to. An endpoint is what a browser said, and anybody can say anything: were
 * it followed blindly, whoever has an account could make the server call machines of its own network. So only https on its
 * own port and public hosts are taken at the door, and where a name leads is looked at again when it is connected to.
 */
import { type LookupOptions, lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const blocked = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(net, prefix, 'ipv4')
/** Of IPv6 only what is given out to the public is public, and of that not what stands for other addresses. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  blocked.addSubnet(net, prefix, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !blocked.check(address, 'ipv4')
  return version === 6 && given.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

/** Whether this is the address of a public host, as far as it can be told without asking anybody. */
export function isPublicEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !/\.(localhost|local|internal|lan|home|arpa|test|invalid)$/i.test(host)
}

/** Looks a name up, and fails where it leads to an address that is not public. */
export const publicLookup: LookupFunction = (hostname, options: LookupOptions, answer) => {
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, '', 0)
    const [first] = found
    if (!first || !found.every(({ address }) => isPublicAddress(address)))
      return answer(new Error('the name leads to no public address'), '', 0)
    if (options.all) (answer as unknown as (error: null, all: typeof found) => void)(null, found)
    else answer(null, first.address, first.family)
  })
}
