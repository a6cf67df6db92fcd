/** What people type, at the door: any script and emoji, but nothing that can't be seen or that turns a line around. */
import { describe, expect, it } from 'vitest'
import { CreateDelivery, ScheduleCollection, SignUp } from './commands.ts'

const person = { email: 'ama@example.com', password: 'a good password', zone: 'Ablekuma North' }
const problemOf = (name: unknown) => SignUp.safeParse({ ...person, name }).error?.issues[0]?.message

describe('a name', () => {
  it.each(['Ama', 'Naa Ɔkɔ', 'محمد', '李', '👩🏾‍🌾', "O'Brien-Mensah", 'José\u0301', 'x'.repeat(100)])(
    'may be %j',
    (name) => expect(problemOf(name)).toBeUndefined(),
  )
  it.each([undefined, '', '   ', '\u200b\u200b', '\u200d', '\u00ad'])('%j is none', (name) =>
    expect(problemOf(name)).toBe('Name is required'),
  )
  it.each(['a\u0000b', 'a\nb', '\u001b[31mred', '\u202Eevil', 'a\u2066b', '\ud800x'])('%j is not plain text', (name) =>
    expect(problemOf(name)).toBe('Use plain text only'),
  )
  it('has at most 100 characters', () => expect(problemOf('x'.repeat(101))).toBe('Use at most 100 characters'))
})

it('takes a delivery whose composition is unknown or a whole, and no half of one', () => {
  const delivery = { truckId: 'T001', facilityId: 'WS001', zone: 'Ablekuma North' }
  const passes = (composition?: object) => CreateDelivery.safeParse({ ...delivery, composition }).success
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
    for (const body of [plan, own]) expect(ScheduleCollection.safeParse(body).success).toBe(true)
  })
  it.each([{ vehicleIds: ['T2'] }, { siteId: 'WS002' }, own])('is refused beside %j', (beside) =>
    expect(ScheduleCollection.safeParse({ ...plan, ...beside }).error?.issues.map(({ message }) => message)).toEqual([
      'An accepted plan names its trucks and its site. Leave vehicleIds and siteId out, or leave accepted out.',
    ]),
  )
})
