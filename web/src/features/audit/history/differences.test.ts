/** Fields of a row that an event changed. */
import { expect, it } from 'vitest'
import { differences } from './differences.ts'

it('are the fields that have another value, and no others', () => {
  const before = { id: 'r1', status: 'new', parts: [1, 2], gone: true, position: 1 }
  const after = { id: 'r1', status: 'collected', parts: [1, 2], by: { role: 'dispatcher' }, position: 2 }
  expect(differences(before, after)).toEqual([
    { field: 'Status', was: 'new', is: 'collected' },
    { field: 'By', was: undefined, is: 'role dispatcher' },
    { field: 'Gone', was: 'yes', is: undefined },
  ])
})

it('are all fields of a row that is new, or gone', () => {
  expect(differences(null, { id: 'r1', text: '' })).toEqual([
    { field: 'Id', was: undefined, is: 'r1' },
    { field: 'Text', was: undefined, is: '' },
  ])
  expect(differences({ id: 'r1', none: null }, null)).toEqual([{ field: 'Id', was: 'r1', is: undefined }])
})

it('name of a list only what came and went, however it is stored', () => {
  const [one, two] = ['u03e57edc438519af68d2.1', 'u15d7e5ad36418d5e505f.12']
  const before = { openIds: [[one], [], []], loads: [] }
  const after = { openIds: [[], [two], []], loads: [] }
  expect(differences(before, after)).toEqual([
    {
      field: 'Open ids',
      was: expect.stringMatching(/^Report 1 of [0-9A-F]{8}$/),
      is: expect.stringMatching(/^Report 12 of [0-9A-F]{8}$/),
    },
  ])
  expect(differences({ openIds: [[one], []] }, { openIds: [[], [one]] })).toEqual([])
  expect(differences(null, { openIds: [[], [], []] })).toEqual([])
})

it('leave out what both lists have', () => {
  const before = { reportIds: ['a', 'b'] }
  expect(differences(before, { reportIds: ['a', 'b', 'c'] })).toEqual([
    { field: 'Report ids', was: undefined, is: 'c' },
  ])
})

it('count what is too much to be read', () => {
  expect(differences(null, { ids: ['a', 'b', 'c', 'd', 'e'] })).toEqual([
    { field: 'Ids', was: undefined, is: '5 entries' },
  ])
})

it('read as words, whatever their type', () => {
  const after = { open: false, total_kg: 1234.5, at: '2026-03-01T08:00:00.000Z', arrivals: { count: 2, last: null } }
  expect(differences(null, after)).toEqual([
    { field: 'Open', was: undefined, is: 'no' },
    { field: 'Total kg', was: undefined, is: '1,234.5' },
    { field: 'At', was: undefined, is: expect.stringContaining('1 March 2026') },
    { field: 'Arrivals', was: undefined, is: 'count 2' },
  ])
})
