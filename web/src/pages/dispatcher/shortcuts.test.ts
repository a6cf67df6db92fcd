/** The dispatcher's keys outside of tables. */
import { expect, it } from 'vitest'
import { LISTED, PLACES, shortcutOf } from './shortcuts.ts'

const press = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

it.each([
  ['j', false, { does: 'rows' }],
  ['/', false, { does: 'search' }],
  ['?', false, { does: 'help' }],
  ['g', false, { does: 'await' }],
  ['r', true, { does: 'go', path: 'routes' }],
  ['r', false, undefined],
  ['z', true, undefined],
  // A key with its own meaning wins over the pending `g`.
  ['j', true, { does: 'rows' }],
] as const)('%s, after g: %s', (key, awaited, does) => expect(shortcutOf(press(key), awaited, false)).toEqual(does))

it('opens the palette from anywhere, also while somebody types', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }])
    for (const typing of [true, false]) expect(shortcutOf(press('k', held), false, typing)).toEqual({ does: 'palette' })
  expect(shortcutOf(press('K', { metaKey: true }), false, false)).toEqual({ does: 'palette' })
})

it('leaves letters alone in a field, and with a held key to the browser', () => {
  for (const key of ['j', '/', '?', 'g']) expect(shortcutOf(press(key), false, true)).toBeUndefined()
  expect(shortcutOf(press('r'), true, true)).toBeUndefined()
  expect(shortcutOf(press('j', { ctrlKey: true }), false, false)).toBeUndefined()
  expect(shortcutOf(press('g', { altKey: true }), false, false)).toBeUndefined()
})

it('lists every place that g leads to', () => {
  for (const [key, { label }] of Object.entries(PLACES)) expect(LISTED).toContainEqual([`g then ${key}`, label])
})
