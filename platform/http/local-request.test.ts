/** Tests that a request is local only if socket, host and page are this machine's and no proxy forwarded it. */
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isLocalRequest } from './local-request.ts'

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
