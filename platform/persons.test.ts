/** Tests the encryption of a person's data and the `User` object that clients receive. */
import { expect, it } from 'vitest'
import { User } from '#contract/views.ts'
import { type Person, pickProfile, toUser } from './persons.ts'

const person: Person = { name: 'Ama', email: 'ama@example.com', phone: '+233 24 000', employeeId: 'REC001' }
const facts = { id: 'u1', role: 'recycler', createdAt: '2026-01-01T00:00:00.000Z' } as const

it('seals the profile of a command and neither its password nor its place', () => {
  expect(pickProfile({ ...person, password: 'secret', facility: 'Accra' } as Person)).toEqual(person)
})

it('shows every field of the profile under its name on the wire, and nothing else of a row', () => {
  const user = toUser({ ...facts, sealed: 'x', position: 3 } as typeof facts, { ...person, facility: 'Kpone' })
  const { employeeId, ...profile } = person
  expect(user).toEqual({ ...facts, ...profile, employee_id: employeeId, facility: 'Kpone' })
  expect(User.strict().safeParse(user).success).toBe(true)
})

it('shows of an erased person that they are', () => {
  expect(toUser(facts, undefined)).toEqual({ ...facts, name: 'Erased', email: '' })
})
