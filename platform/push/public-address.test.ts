/** Tests that only public https hosts are accepted, in any spelling. */
import { expect, it } from 'vitest'
import { isPublicAddress, isPublicEndpoint } from './public-address.ts'
import { deriveVapidKeys } from './vapid.ts'

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://8.8.8.8/x',
  'https://[2606:4700::1111]/x',
])('takes %s', (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(true))

it.each([
  '',
  'nothing',
  'http://fcm.googleapis.com/x',
  'ftp://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user@fcm.googleapis.com/x',
  'https://localhost/x',
  'https://redis/x',
  'https://db.internal/x',
  'https://printer.local./x',
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://0x7f000001/x',
  'https://2130706433/x',
  'https://10.1.2.3/x',
  'https://172.20.0.1/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://0.0.0.0/x',
  'https://224.0.0.1/x',
  'https://255.255.255.255/x',
  'https://[::1]/x',
  'https://[::]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[::ffff:8.8.8.8]/x',
  'https://[64:ff9b::7f00:1]/x',
  'https://[2002:7f00:1::]/x',
  'https://[fd00::1]/x',
  'https://[fe80::1]/x',
])('takes no %s', (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(false))

it('knows addresses', () => {
  expect(['1.1.1.1', '2606:4700::1111'].every(isPublicAddress)).toBe(true)
  expect(['::ffff:10.0.0.1', 'fe80::1%eth0', 'name', ''].some(isPublicAddress)).toBe(false)
})

it('makes the same pair of keys of the same bytes', () => {
  const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  expect(deriveVapidKeys(one)).toEqual(deriveVapidKeys(one))
  expect(deriveVapidKeys(one).publicKey).not.toBe(deriveVapidKeys(other).publicKey)
  expect(Buffer.from(deriveVapidKeys(one).publicKey, 'base64url')).toHaveLength(65)
})
