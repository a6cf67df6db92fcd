/** Tests the unit of rate limits: an IPv4 address or IPv6 /64. */

import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'
import { describe, expect, it } from 'vitest'
import {
  canonicalizeForwardedAddresses,
  canonicalizeIpAddress,
  isLocalRequest,
  networkOf,
  networkOfClient,
} from './network.ts'

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:40001', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.010', '203.0.113.10'],
    ['203.000.113.7:1', '203.0.113.7'],
    ['0.0.0.0', '0.0.0.0'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:40001', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:40001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
  ])('%s is %s', (text, address) => expect(canonicalizeIpAddress(text)).toBe(address))

  it.each(['', 'unknown', '_hidden', '203.0.113', '203.0.113.256', '203.0.113.7:port', '[2001:db8::1', 'localhost'])(
    '%j is none',
    (text) => expect(canonicalizeIpAddress(text)).toBeUndefined(),
  )
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
  ['64:ff9b::cb00:7107', '64:ff9b:0:0::/64'],
  ['', ''],
])('%s is of %s', (address, network) => expect(networkOf(address)).toBe(network))

it('of a proxy that names no address all clients are one', () => {
  const client = (ip: string) => networkOfClient({ ip, socket: { remoteAddress: '::ffff:10.0.0.1' } } as Request)
  expect(['unknown', '_a1', ''].map(client)).toEqual(['10.0.0.1', '10.0.0.1', '10.0.0.1'])
  expect(client('203.0.113.7:40001')).toBe('203.0.113.7')
})

it('the chain of proxies is canonical, and as long as before', () => {
  const request = { headers: { 'x-forwarded-for': '9.9.9.09:1,unknown , [2001:db8::1]:2' } } as unknown as Request
  canonicalizeForwardedAddresses(request, {} as never, () => undefined)
  expect(request.headers['x-forwarded-for']).toBe('9.9.9.9, unknown, 2001:db8::1')
})

it('of a chain with thousands of addresses, only the last ones are read', () => {
  const forwarded = [...Array.from({ length: 2_000 }, () => '1.1.1.01'), '9.9.9.09'].join(',')
  const request = { headers: { 'x-forwarded-for': forwarded } } as unknown as Request
  canonicalizeForwardedAddresses(request, {} as never, () => undefined)
  expect(String(request.headers['x-forwarded-for'])).toMatch(/^(1\.1\.1\.1, ){31}9\.9\.9\.9$/)
})

// Tests which requests count as local.
// Socket, host and page must be on the same machine, without a proxy.
const request = (headers: Record<string, string>, remoteAddress = '127.0.0.1', httpVersion = '1.1') =>
  ({ headers: { host: 'localhost:3000', ...headers }, socket: { remoteAddress }, httpVersion }) as IncomingMessage

describe('a request made here', () => {
  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '127.1.2.3', '[::1]:3000', '[::1]'])('to %s', (host) => {
    expect(isLocalRequest(request({ host }))).toBe(true)
  })
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('from %s', (address) => {
    expect(isLocalRequest(request({}, address))).toBe(true)
  })
  it.each(['http://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:3000'])('by the page %s', (origin) => {
    expect(isLocalRequest(request({ origin }))).toBe(true)
  })
})

describe('is none', () => {
  const hosts = [
    'waste.example',
    'localhost.example',
    'localhost@waste.example',
    '127.0.0.1.nip.io',
    '',
    '::1:80',
    '0.0.0.0',
  ]
  it.each(hosts)('when it asks for the host %s', (host) => {
    expect(isLocalRequest(request({ host }))).toBe(false)
  })
  it.each(['192.168.1.7', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', ''])('when it comes from %s', (address) => {
    expect(isLocalRequest(request({}, address))).toBe(false)
  })
  it.each(['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Via'])(
    'when it was handed on, as %s says, whatever it says',
    (name) => {
      for (const value of ['127.0.0.1', 'localhost', '', 'for=127.0.0.1'])
        expect(isLocalRequest(request({ [name.toLowerCase()]: value }))).toBe(false)
    },
  )
  it.each(['https://waste.example', 'null', 'http://localhost.example:3000'])('when the page is of %s', (origin) => {
    expect(isLocalRequest(request({ origin }))).toBe(false)
  })
  it('when it speaks the version of HTTP that proxies fall back to', () => {
    expect(isLocalRequest(request({}, '127.0.0.1', '1.0'))).toBe(false)
  })
})
