/** Tests user names and the user form's request. */
import { expect, it } from 'vitest'
import { toUserChange, userNameOf } from './users.tsx'

it('knows nobody who was erased by name', () => {
  expect(userNameOf({ name: 'Ama Owusu', erased: false })).toBe('Ama Owusu')
  expect(userNameOf({ name: '', erased: true })).toBe('Erased resident')
})

it('sends a zone for residents and a facility for staff', () => {
  const form = { zone: 'Ayawaso West', facility: 'Depot' }
  expect(toUserChange({ role: 'resident', ...form })).toEqual({ role: 'resident', zone: 'Ayawaso West' })
  expect(toUserChange({ role: 'recycler', ...form })).toEqual({ role: 'recycler', facility: 'Depot' })
})
