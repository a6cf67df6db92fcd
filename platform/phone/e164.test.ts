/** Tests that numbers from people and gateways become E.164. */
import { expect, it } from 'vitest'
import { parseMobileNumber, parsePossibleNumber } from './e164.ts'

const ACCRA = '+233244123456'

it.each([
  '024 412 3456',
  '0244123456',
  '+233 (0)24 412 3456',
  '+233244123456',
  '00233 24 412 3456',
  '233244123456',
  '\u202a+233\u00a024\u00a0412\u20113456\u202c',
  '+233 24\u2011412\u20113456',
  '０２４ ４１２ ３４５６',
])('reads %j in Ghana', (text) => expect(parseMobileNumber(text, 'Ghana')).toBe(ACCRA))

it.each(['', '12345', 'ama', '024 412', '+233 24 412 3456 789', '024 412 3456 / 020'])('refuses %j', (text) =>
  expect(parseMobileNumber(text, 'Ghana')).toBeUndefined(),
)

it('reads local numbers of the city’s country, by its English or French name', () => {
  expect(parseMobileNumber('06 12 34 56 78', 'France')).toBe('+33612345678')
  expect(parseMobileNumber('07 01 02 03 04', 'Côte d’Ivoire')).toBe(
    parseMobileNumber('07 01 02 03 04', 'cote d’ivoire'),
  )
  expect(parseMobileNumber('0803 123 4567', ' nigeria ')).toBe('+2348031234567')
})

it.each(['0302 123 456', '+44 7400 123456', '+228 90 12 34 56', '+1 202 555 0143', '+233 90 123 4567'])(
  'lets nobody choose %s in Ghana for an SMS',
  (text) => expect(parseMobileNumber(text, 'Ghana')).toBeUndefined(),
)

it('needs the country code where the country is unknown', () => {
  expect(parseMobileNumber('024 412 3456', 'Atlantis')).toBeUndefined()
  expect(parseMobileNumber('+233 24 412 3456', 'Atlantis')).toBe(ACCRA)
})

it.each([
  ['233244123456', ACCRA],
  ['+233244123456', ACCRA],
  ['0244123456', ACCRA],
  ['2348031234567', '+2348031234567'],
  ['025 312 3456', '+233253123456'],
])('reads %s of a gateway', (text, number) => expect(parsePossibleNumber(text, 'Ghana')).toBe(number))

it.each(['', 'anonymous', '1', '99999999999999999999'])('refuses %j of a gateway', (text) =>
  expect(parsePossibleNumber(text, 'Ghana')).toBeUndefined(),
)
