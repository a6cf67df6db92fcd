/**
 * Tests that a table's state matches its address.
 * Invalid addresses give the default.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeTableState, pageRangeOf, readTableState, type TableState, writeTableState } from './data-table.tsx'

const DEFAULTS = { sort: 'name', order: 'asc' } as const
const SORTABLE = ['name', 'email', 'role']
const read = (query: string) => readTableState(new URLSearchParams(query), DEFAULTS, SORTABLE)
const write = (state: TableState, query = '') => writeTableState(new URLSearchParams(query), state, DEFAULTS).toString()

describe('the state of a table', () => {
  it('is the default where the address says nothing', () => {
    expect(read('')).toEqual({ search: '', sort: 'name', order: 'asc', page: 1 })
    expect(write(read(''))).toBe('')
  })

  it('comes back from the address as it was written', () => {
    const state = fc.record({
      search: fc.string({ maxLength: 100 }),
      sort: fc.constantFrom(...SORTABLE),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      page: fc.integer({ min: 1, max: 100_000 }),
    })
    fc.assert(
      fc.property(state, (value) => {
        expect(read(write(value))).toEqual(value)
      }),
    )
  })

  it.each(['page=0', 'page=-3', 'page=2.5', 'page=abc', 'sort=password', 'order=sideways'])(
    'does not follow %s',
    (query) => expect(read(query)).toEqual(read('')),
  )

  it('leaves the rest of the address alone', () => {
    expect(write({ ...read(''), page: 3 }, 'tab=users&search=old')).toBe('tab=users&page=3')
  })

  it('begins at the first page when it is searched or sorted', () => {
    const third = read('page=3&search=ama')
    expect(changeTableState(third, { search: 'kofi' })).toMatchObject({ search: 'kofi', page: 1 })
    expect(changeTableState(third, { sort: 'role', order: 'desc' })).toMatchObject({
      sort: 'role',
      search: 'ama',
      page: 1,
    })
    expect(changeTableState(third, { page: 4 })).toMatchObject({ search: 'ama', page: 4 })
  })

  it.each([
    [1, 0, { first: 0, last: 0, pages: 1 }],
    [1, 50, { first: 1, last: 50, pages: 1 }],
    [2, 51, { first: 51, last: 51, pages: 2 }],
    [200, 10_000, { first: 9_951, last: 10_000, pages: 200 }],
  ])('says where page %d of %d rows lies', (page, total, place) => expect(pageRangeOf(page, 50, total)).toEqual(place))
})
