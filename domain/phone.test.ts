/** Tests that phone numbers are accepted as people write them, and converted for dialling. */
import { expect, it } from 'vitest'
import { canonicalPhone, dialString, readablePhone } from './phone.ts'

it.each([
  ['+233 24 000 0000', '+233 24 000 0000', '+233240000000'],
  ['0240000000', '0240000000', '0240000000'],
  ['\u202A+233 24 000 0000\u202C', '+233 24 000 0000', '+233240000000'],
  ['\u200E024\u2011000\u20110000', '024-000-0000', '0240000000'],
  ['024\u00A0000\u20090000', '024 000 0000', '0240000000'],
  ['024 – 000 − 0000', '024 - 000 - 0000', '0240000000'],
  ['+233 (0)24 000 0000', '+233 (0)24 000 0000', '+233240000000'],
  ['(024) 000-0000', '(024) 000-0000', '0240000000'],
  ['030.200.0000', '030.200.0000', '0302000000'],
  ['０２４ ０００ ００００', '024 000 0000', '0240000000'],
  ['\uFEFF+290 22222', '+290 22222', '+29022222'],
])('%s is %s, and dials %s', (text, phone, number) => {
  expect(canonicalPhone(text)).toBe(phone)
  expect(canonicalPhone(phone)).toBe(phone)
  expect(dialString(phone)).toBe(number)
})

it.each([
  '',
  '2',
  '1234',
  '1234567890123456',
  'call me',
  '+',
  '()12345',
  '(024 000 0000',
  '024) 000 0000',
  '024+000 0000',
  '024 000 0000 ext 5',
  '024\u0000000000',
  '-024 000 0000',
  `${'1'.repeat(39)}x`,
  `${'(1)'.repeat(13)}x`,
])('%j is none', (text) => expect(canonicalPhone(text)).toBeUndefined())

it.each([
  ['+233244123456', '+233 24 412 3456'],
  ['+2348031234567', '+234 803 123 4567'],
  ['+33612345678', '+33 61 234 5678'],
  ['+12025550143', '+1 202 555 0143'],
  ['+29022222', '+290 2 2222'],
  ['024 412 3456', '024 412 3456'],
])('%s reads %s', (number, text) => expect(readablePhone(number)).toBe(text))
