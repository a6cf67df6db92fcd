/** Tests that numbers as people type them and gateways send them become E.164. */
import { expect, it } from 'vitest'
import { e164Of, parseGatewayNumber } from './e164.ts'

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
])('reads %j in Ghana', (text) => expect(e164Of(text, 'Ghana')).toBe(ACCRA))

it.each(['', '12345', 'ama', '024 412', '+233 24 412 3456 789', '024 412 3456 / 020'])('refuses %j', (text) =>
  expect(e164Of(text, 'Ghana')).toBeUndefined(),
)

it('reads local numbers of the city’s country, by its English or French name', () => {
  expect(e164Of('06 12 34 56 78', 'France')).toBe('+33612345678')
  expect(e164Of('07 01 02 03 04', 'Côte d’Ivoire')).toBe(e164Of('07 01 02 03 04', 'cote d’ivoire'))
  expect(e164Of('0803 123 4567', ' nigeria ')).toBe('+2348031234567')
})

it('needs the country code where the country is unknown', () => {
  expect(e164Of('024 412 3456', 'Atlantis')).toBeUndefined()
  expect(e164Of('+233 24 412 3456', 'Atlantis')).toBe(ACCRA)
})

it.each([
  ['233244123456', ACCRA],
  ['+233244123456', ACCRA],
  ['0244123456', ACCRA],
  ['2348031234567', '+2348031234567'],
])('reads %s of a gateway', (text, number) => expect(parseGatewayNumber(text, 'Ghana')).toBe(number))

it.each(['', 'anonymous', '1', '99999999999999999999'])('refuses %j of a gateway', (text) =>
  expect(parseGatewayNumber(text, 'Ghana')).toBeUndefined(),
)
