/** Frozen rows stay in place, whatever arrives, changes or goes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freezeRows } from './frozen-rows.ts'

const row = (id: string, says = '') => ({ id, says })

describe('while a hand is at them', () => {
  it('nothing that arrives is shown, but counted', () => {
    const { shown, waiting } = freezeRows([row('a'), row('b')], [row('new'), row('a'), row('b'), row('newer')])
    expect(shown.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(waiting).toBe(2)
  })

  it('a row changes in its place, and another order moves none', () => {
    const { shown } = freezeRows([row('a'), row('b')], [row('b', 'changed'), row('a')])
    expect(shown).toEqual([row('a'), row('b', 'changed')])
  })

  it('a row that goes keeps its place and is known to be gone', () => {
    const { shown, gone, waiting } = freezeRows([row('a'), row('b'), row('c')], [row('a'), row('c')])
    expect(shown.map(({ id }) => [id, gone(id)])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ])
    expect(waiting).toBe(0)
  })

  it('every row stays at its index through any changes', () => {
    const rows = fc.uniqueArray(
      fc.nat(30).map((number) => row(String(number))),
      { selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(rows, rows, (held, now) => {
        const { shown, gone, waiting } = freezeRows(held, now)
        expect(shown.map(({ id }) => id)).toEqual(held.map(({ id }) => id))
        // Each current row is either visible or counted; each visible row is current or gone.
        expect(waiting + shown.filter(({ id }) => !gone(id)).length).toBe(now.length)
      }),
    )
  })
})

it('shows what goes on under another id in its place', () => {
  const held = [
    { id: 'u1.1', of: 'u1' },
    { id: 'u2.1', of: 'u2' },
  ]
  const rows = [{ id: 'u1.2', of: 'u1' }]
  const { shown, gone, waiting } = freezeRows(held, rows, ({ of }) => of)
  expect(shown.map(({ id }) => id)).toEqual(['u1.2', 'u2.1'])
  expect([gone('u1.2'), gone('u2.1'), waiting]).toEqual([false, true, 0])
})
