/**
 * Tests that UTF-8 text is read unchanged.
 * For another encoding, the error names the line.
 */
import { describe, expect, it } from 'vitest'
import { decodeUtf8 } from './text-file.ts'

const REFUSED = (line: number) => `town.yaml:${line}: This is not UTF-8. Save the file as UTF-8.`
const latin = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

it.each([
  ['', ''],
  ['Décharge\r\nƆkɔ', 'Décharge\r\nƆkɔ'],
  ['\uFEFFname', 'name'],
  ['a \uFFFD that is meant', 'a \uFFFD that is meant'],
])('reads %j', (written, text) => expect(decodeUtf8(Buffer.from(written), 'town.yaml')).toBe(text))

describe('refuses', () => {
  it.each([
    ['Windows-1252', latin('name: D\u00e9charge'), 1],
    ['Windows-1252 in a later line', latin('zones:\n\n- name: D\u00e9charge\nsites:\n'), 3],
    ['a character that ends too early', Buffer.from('a\nDé').subarray(0, -1), 2],
    ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('name: x')]), 1],
    ['UTF-16 without a mark', utf16('name: x'), 1],
    ['UTF-16 of the other order', utf16('name: x').swap16(), 1],
    ['a binary file', Buffer.from('a\nb\0'), 2],
  ])('%s', (_, bytes, line) => expect(() => decodeUtf8(bytes, 'town.yaml')).toThrow(REFUSED(line)))
})
