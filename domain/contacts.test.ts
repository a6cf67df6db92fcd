/** Tests that written phone numbers and emails are accepted and normalized. */

import { expect, it } from 'vitest'
import { toCanonicalEmail, toCanonicalPhone, toDialString, toReadablePhone } from './contacts.ts'

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
  expect(toCanonicalPhone(text)).toBe(phone)
  expect(toCanonicalPhone(phone)).toBe(phone)
  expect(toDialString(phone)).toBe(number)
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
])('%j is none', (text) => expect(toCanonicalPhone(text)).toBeUndefined())

it.each([
  ['+233244123456', '+233 24 412 3456'],
  ['+2348031234567', '+234 803 123 4567'],
  ['+33612345678', '+33 61 234 5678'],
  ['+12025550143', '+1 202 555 0143'],
  ['+29022222', '+290 2 2222'],
  ['024 412 3456', '024 412 3456'],
])('%s reads %s', (number, text) => expect(toReadablePhone(number)).toBe(text))

// Tests that an email's spellings become one form; invalid ones fail.
it.each([
  ['Ama@Example.com', 'ama@example.com'],
  ['ama@example.xn--p1ai', 'ama@example.xn--p1ai'],
  ['kofi@münchen.example', 'kofi@xn--mnchen-3ya.example'],
  ['kofi@MÜNCHEN.example', 'kofi@xn--mnchen-3ya.example'],
  ['kofi@mu\u0308nchen.example', 'kofi@xn--mnchen-3ya.example'],
  ['kofi@xn--mnchen-3ya.example', 'kofi@xn--mnchen-3ya.example'],
  ['ama@пример.рф', 'ama@xn--e1afmkfd.xn--p1ai'],
  ['r&d@example.com', 'r&d@example.com'],
  ['ama/kofi@example.com', 'ama/kofi@example.com'],
  ["o'brien+waste.sense_1@sub.example.co.uk", "o'brien+waste.sense_1@sub.example.co.uk"],
  ['1@1.example', '1@1.example'],
])('%s is %s', (text, email) => {
  expect(toCanonicalEmail(text)).toBe(email)
  expect(toCanonicalEmail(email)).toBe(email)
})

it.each([
  '',
  'ama',
  '@example.com',
  'ama@',
  'ama@localhost',
  'ama@127.0.0.1',
  'ama@[127.0.0.1]',
  'ama@0x7f.1',
  'ama@example..com',
  'ama@.example.com',
  'ama@example.com.',
  'ama@-example.com',
  'ama@example.com:25',
  'ama@example.com/x',
  'ama@exa%6dple.com',
  'ama@example.c',
  'ama@xn--a.example\u0000',
  '.ama@example.com',
  'ama.@example.com',
  'a..ma@example.com',
  'a ma@example.com',
  'ama,kofi@example.com',
  '<ama@example.com>',
  '"ama"@example.com',
  'ama@b@example.com',
  'ama\r\nBcc:x@example.com',
  'ɛsi@example.com',
  `${'x'.repeat(65)}@example.com`,
  `ama@${'x'.repeat(64)}.com`,
  `ama@${'x.'.repeat(125)}com`,
])('%j is none', (text) => expect(toCanonicalEmail(text)).toBeUndefined())
