/**
 * Allows only public https hosts as push endpoints, at the default port.
 * A browser sends the endpoint, and a client can forge it.
 * Unchecked, any account could make the server call machines of its network.
 * A host name's address is checked again on connection.
 */
import { type LookupOptions, lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const reservedAddresses = new BlockList()
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
  reservedAddresses.addSubnet(net, prefix, 'ipv4')
/** Allocated public IPv6 addresses, except those that contain an IPv4 address. */
const allocatedAddresses = new BlockList()
allocatedAddresses.addSubnet('2000::', 3, 'ipv6')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  reservedAddresses.addSubnet(net, prefix, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !reservedAddresses.check(address, 'ipv4')
  return version === 6 && allocatedAddresses.check(address, 'ipv6') && !reservedAddresses.check(address, 'ipv6')
}

/** Whether an endpoint's host is public, without a DNS lookup. */
export function isPublicEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !/\.(localhost|local|internal|lan|home|arpa|test|invalid)$/i.test(host)
}

/** Looks up a host name's addresses; fails if any is not public. */
export const lookUpPublicAddress: LookupFunction = (hostname, options: LookupOptions, answer) => {
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, '', 0)
    const [first] = found
    if (!first || !found.every(({ address }) => isPublicAddress(address)))
      return answer(new Error('the name leads to no public address'), '', 0)
    if (options.all) answer(null, found)
    else answer(null, first.address, first.family)
  })
}
