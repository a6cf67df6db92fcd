/** Tests that all spellings of an email address become one form, and that invalid ones are refused. */
import { expect, it } from 'vitest'
import { canonicalEmail } from './email.ts'

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
  expect(canonicalEmail(text)).toBe(email)
  expect(canonicalEmail(email)).toBe(email)
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
])('%j is none', (text) => expect(canonicalEmail(text)).toBeUndefined())
