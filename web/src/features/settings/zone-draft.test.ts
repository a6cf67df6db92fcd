/** Form that opens a zone. */
import { expect, it } from 'vitest'
import { OpenZone } from '#contract/commands.ts'
import { EMPTY_ZONE, suggestedCode, zoneOf } from './zone-draft.ts'

it.each([
  ['Ablekuma North', 'AN'],
  ['Teshie', 'TES'],
  ['Tɛkyiman', 'TKY'],
  ['old fadama west', 'OFW'],
  ['A B C D E F G', 'ABCDE'],
  ['', ''],
])('suggests for %j the code %j', (name, code) => expect(suggestedCode(name)).toBe(code))

it('says what is missing, and takes what is complete', () => {
  const { error } = OpenZone.safeParse(zoneOf(EMPTY_ZONE))
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'name',
    'code',
    'customers',
    'centre.lat',
    'centre.lng',
  ])
  const draft = { name: 'Teshie', code: 'te', customers: '120', centre: { lat: '5.58', lng: '-0.1' } }
  expect(OpenZone.parse(zoneOf(draft))).toMatchObject({ code: 'TE', customers: 120, centre: { lat: 5.58, lng: -0.1 } })
})

it('takes the code that stands suggested where none is typed', () => {
  const draft = { ...EMPTY_ZONE, name: 'Old Fadama', code: ' ' }
  expect(zoneOf(draft).code).toBe('OF')
  expect(zoneOf({ ...draft, code: 'XY' }).code).toBe('XY')
})
