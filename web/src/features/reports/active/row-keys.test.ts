/** Keys of the table of open reports. */
import { expect, it } from 'vitest'
import { moveOf, type RowMove, rowAfter, searchMoveOf } from './row-keys.ts'

const press = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

it('knows single keys, and leaves those with a held key to the browser', () => {
  expect(moveOf(press('j'), true)).toBe('next')
  expect(moveOf(press('x'), false)).toBe('select')
  expect(moveOf(press('q'), true)).toBeUndefined()
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(moveOf(press('c', { [held]: true }), true)).toBeUndefined()
})

it('lets a button of a row be pressed by its own keys', () => {
  expect([moveOf(press('Enter'), true), moveOf(press(' '), true)]).toEqual(['open', 'select'])
  expect([moveOf(press('Enter'), false), moveOf(press(' '), false)]).toEqual([undefined, undefined])
})

it.each([
  ['next', 3, 4],
  ['next', 19, 19],
  ['previous', 0, 0],
  ['page-down', 3, 13],
  ['page-up', 3, 0],
  ['first', 7, 0],
  ['last', 7, 19],
  ['select', 7, undefined],
] as const)('%s from %d leads to %s', (move: RowMove, from, to) => expect(rowAfter(move, from, 20)).toBe(to))

it('leads out of the search: what is looked for goes first, then the focus', () => {
  expect(['Escape', 'Enter', 'ArrowDown', 'j'].map((key) => searchMoveOf(key, 'Ama'))).toEqual([
    'empty',
    'rows',
    'rows',
    undefined,
  ])
  expect(searchMoveOf('Escape', '')).toBe('rows')
})
