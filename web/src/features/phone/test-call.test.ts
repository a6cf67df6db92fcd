/**
 * Tests the gateways' callback URLs.
 * Also tests that the server can read the test calls.
 */
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { PHONE_GATEWAYS, USSD_ENDPOINTS } from '#contract/phone/gateways.ts'
import { callbackUrlsOf, gatewayOfUrl, TEST_CALLBACK_FORMATS } from './test-call.tsx'

const ORIGIN = 'https://waste.example'
const SECRET = 'aB3_-'.repeat(9).slice(0, 43)

describe('callback URLs', () => {
  it('are complete, and of all uses of a gateway', () => {
    expect(callbackUrlsOf('nalo', SECRET, ORIGIN)).toEqual([
      { use: 'ussd', url: `${ORIGIN}/api/phone/ussd/nalo/${SECRET}` },
    ])
    expect(callbackUrlsOf('africastalking', SECRET, ORIGIN).map(({ url }) => url)).toEqual([
      `${ORIGIN}/api/phone/ussd/africastalking/${SECRET}`,
      `${ORIGIN}/api/phone/sms/africastalking/${SECRET}`,
      `${ORIGIN}/api/phone/delivery/africastalking/${SECRET}`,
    ])
  })

  it.each(PHONE_GATEWAYS)('of %s are recognised', (gateway) => {
    const [{ url = '' } = {}] = callbackUrlsOf(gateway, SECRET, ORIGIN)
    expect(gatewayOfUrl(` ${url}\n`, ORIGIN)).toEqual({ gateway, url })
  })

  it.each([
    ['', 'not-a-url'],
    [`/api/phone/ussd/nalo/${SECRET}`, 'not-a-url'],
    [`https://other.example/api/phone/ussd/nalo/${SECRET}`, 'other-server'],
    [`${ORIGIN}/api/phone/ussd/mtn/${SECRET}`, 'other-path'],
    [`${ORIGIN}/api/phone/ussd/nalo/`, 'other-path'],
    [`${ORIGIN}/api/phone/sms/africastalking/${SECRET}`, 'other-path'],
  ])('%s is refused as %s', (text, fault) => expect(gatewayOfUrl(text, ORIGIN)).toEqual({ fault }))
})

describe('a test call', () => {
  it.each(PHONE_GATEWAYS)('of %s is one that the server reads', (gateway) => {
    const text = TEST_CALLBACK_FORMATS[gateway].body('test')
    const sent = gateway === 'africastalking' ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
    expect(endpoints[USSD_ENDPOINTS[gateway]].body.safeParse(sent).success).toBe(true)
  })

  it('reads the screen of the answer', () => {
    expect(TEST_CALLBACK_FORMATS.arkesel.read('{"message":"WasteSense\\n1 My bin is full"}')).toBe(
      'WasteSense\n1 My bin is full',
    )
    expect(TEST_CALLBACK_FORMATS.africastalking.read('CON WasteSense\n1 My bin is full')).toBe(
      'WasteSense\n1 My bin is full',
    )
    expect(TEST_CALLBACK_FORMATS.nalo.read('<html>')).toBeUndefined()
    expect(TEST_CALLBACK_FORMATS.hubtel.read('{"message":1}')).toBeUndefined()
  })
})
