/** Fields of a row that an event changed. */
import { expect, it } from 'vitest'
import { differences } from './differences.ts'

it('are the fields that have another value, and no others', () => {
  const before = { id: 'r1', status: 'new', parts: [1, 2], gone: true, position: 1 }
  const after = { id: 'r1', status: 'collected', parts: [1, 2], by: { role: 'dispatcher' }, position: 2 }
  expect(differences(before, after)).toEqual([
    { field: 'status', was: 'new', is: 'collected' },
    { field: 'by', was: undefined, is: '{"role":"dispatcher"}' },
    { field: 'gone', was: 'true', is: undefined },
  ])
})

it('are all fields of a row that is new, or gone', () => {
  expect(differences(null, { id: 'r1', text: '' })).toEqual([
    { field: 'id', was: undefined, is: 'r1' },
    { field: 'text', was: undefined, is: '' },
  ])
  expect(differences({ id: 'r1', none: null }, null)).toEqual([{ field: 'id', was: 'r1', is: undefined }])
})
