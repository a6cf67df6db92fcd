/** Tests of free text: all scripts and emoji are accepted, invisible text is not. */

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  CreateDeliveryBody,
  OpenSiteBody,
  ReportBinFullBody,
  ScheduleCollectionBody,
  SignUpBody,
  UpdateCompositionBody,
} from './commands.ts'
import { createSchemaFieldPicker } from './fields.ts'
import { CityDetails, ConfiguredSite } from './settings/configuration.ts'

const person = { email: 'ama@example.com', password: 'a good password', zone: 'Ablekuma North' }
const problemOf = (name: unknown) => SignUpBody.safeParse({ ...person, name }).error?.issues[0]?.message

describe('a name', () => {
  it.each(['Ama', 'Naa Ɔkɔ', 'محمد', '李', '👩🏾‍🌾', "O'Brien-Mensah", 'José\u0301', 'x'.repeat(100)])(
    'may be %j',
    (name) => expect(problemOf(name)).toBeUndefined(),
  )
  it.each([
    undefined,
    '',
    '   ',
    '\u200b\u200b',
    '\u200d',
    '\u00ad',
    '\u3164',
    '\u115f\u1160',
    '\uffa0',
    '\u2800 \u2800',
    '\u{1d159}',
    '\ufffc',
    '\u034f\u17b4',
  ])('%j is none', (name) => expect(problemOf(name)).toBe('Name is required'))
  it.each(['a\u0000b', 'a\nb', '\u001b[31mred', '\u202Eevil', 'a\u2028b', 'a\u2029b', 'a\u2066b', '\ud800x'])(
    '%j is not plain text',
    (name) => expect(problemOf(name)).toBe('Use plain text only'),
  )
  it('has at most 100 characters', () => expect(problemOf('x'.repeat(101))).toBe('Use at most 100 characters'))
})

describe('a description', () => {
  const described = (description: unknown) => ReportBinFullBody.safeParse({ description })
  it.each([
    ['The lid is broken.', 'The lid is broken.'],
    [' two\r\nlines\rand\ta tab ', 'two\nlines\nand\ta tab'],
    ['\u200f\u0645\u0631\u062d\u0628\u0627 \ud83d\udc4d', '\u200f\u0645\u0631\u062d\u0628\u0627 \ud83d\udc4d'],
    ['', undefined],
    ['\u3164 \u2800', undefined],
    [undefined, undefined],
  ])('%j is %j', (typed, description) => expect(described(typed).data?.description).toBe(description))
  it.each(['\u202Egpj.exe', 'a\u0000b', '\u001b[2J', 'a\u2069b', '\udfff', 'a\u2028b'])(
    '%j is not plain text',
    (typed) => expect(described(typed).error?.issues[0]?.message).toBe('Use plain text only'),
  )
})

it.each(['a\u0000b', 'a\u202eb', 'a\nb'])('%j is no name of a site or city, and no place', (text) => {
  const site = { id: 'WS009', name: 'South', location: 'Accra', coordinates: { lat: 1, lng: 1 } }
  const full = { ...site, maxCapacity: 1, currentCapacity: 0, composition: {} }
  for (const [schema, valid] of [
    [ConfiguredSite, site],
    [OpenSiteBody, full],
  ] as const)
    for (const field of ['name', 'location']) {
      const messages = schema
        .safeParse({ ...valid, [field]: text })
        .error?.issues.map(({ path, message }) => [...path, message])
      expect(messages).toContainEqual([field, 'Use plain text only'])
    }
  expect(CityDetails.shape.name.safeParse(text).success).toBe(false)
  const updated = UpdateCompositionBody.safeParse({ plastic: 100, currentCapacity: 1, updated_by: text })
  expect(updated.error?.issues[0]?.path).toEqual(['updated_by'])
})

it('stores an email and a phone in one form, and names what is none', () => {
  const form = {
    ...person,
    name: 'Ama',
    email: ' Kofi@M\u00fcnchen.example ',
    phone: '\u202a+233 (0)24\u2011000 0000\u202c',
  }
  expect(SignUpBody.parse(form)).toMatchObject({ email: 'kofi@xn--mnchen-3ya.example', phone: '+233 (0)24-000 0000' })
  const wrong = SignUpBody.safeParse({ ...form, email: 'ama@', phone: '2' })
  expect(wrong.error?.issues.map(({ message }) => message)).toEqual(['Invalid email address', 'Invalid phone number'])
  expect(SignUpBody.parse({ ...form, phone: '' }).phone).toBeUndefined()
})

it('takes a delivery whose composition is unknown or a whole, and no half of one', () => {
  const delivery = { truckId: 'T001', facilityId: 'WS001', zone: 'Ablekuma North' }
  const passes = (composition?: object) => CreateDeliveryBody.safeParse({ ...delivery, composition }).success
  expect([passes(), passes({ plastic: 33.3, paper: 33.3, glass: 33.4 }), passes({ plastic: 50 })]).toEqual([
    true,
    true,
    false,
  ])
})

describe('a plan that is accepted', () => {
  const trucks = [{ vehicleId: 'T1', reports: 3, trips: 1, km: 10, litres: 2 }]
  const plan = { zone: 'Ablekuma North', accepted: { siteId: 'WS001', of: 3, trucks } }
  const own = { zone: 'Ablekuma North', vehicleIds: ['T2'], siteId: 'WS002' }
  it('is taken alone, and so are trucks and a site of one’s own', () => {
    for (const body of [plan, own]) expect(ScheduleCollectionBody.safeParse(body).success).toBe(true)
  })
  it.each([{ vehicleIds: ['T2'] }, { siteId: 'WS002' }, own])('is refused beside %j', (beside) =>
    expect(
      ScheduleCollectionBody.safeParse({ ...plan, ...beside }).error?.issues.map(({ message }) => message),
    ).toEqual([
      'Send either accepted, or vehicleIds and siteId, not both. An accepted plan already contains its trucks and site.',
    ]),
  )
})

it('picks the fields of the schema, and no others', () => {
  const fieldsOf = createSchemaFieldPicker(
    z.object({ id: z.string(), note: z.string().optional(), toString: z.string().optional() }),
  )
  const row: { id: string; note: string | undefined; sealed: string } = { id: 'a', note: undefined, sealed: 'x' }
  expect(Object.entries(fieldsOf(row))).toEqual([['id', 'a']])
  expect(fieldsOf({ ...row, note: 'b' })).toEqual({ id: 'a', note: 'b' })
})
