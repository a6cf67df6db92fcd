/** Tests when mouse, touch and keyboard count as interaction. */

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { freezeRows, NO_INTERACTION, trackInteraction, updateInteraction } from './frozen-rows.ts'

/** Creates a fake page, and a region of it in which interaction is tracked. */
function arrange() {
  const page = new EventTarget()
  const inner = new EventTarget()
  const part = Object.assign(new EventTarget(), {
    contains: (node: unknown) => node === part || node === inner,
    matches: () => true,
  })
  let hand = NO_INTERACTION
  const stop = trackInteraction(part, page, (move) => {
    hand = updateInteraction(hand, move)
  })
  const send = (target: EventTarget, type: string, more: object = {}) =>
    target.dispatchEvent(Object.assign(new Event(type), more))
  return { page, part, inner, stop, send, isThere: () => hand.pointer || hand.keys }
}

describe('a mouse', () => {
  it('is there from its coming to its leaving, however still it is', () => {
    vi.useFakeTimers()
    const { part, send, isThere } = arrange()
    send(part, 'pointerenter', { pointerType: 'mouse' })
    vi.advanceTimersByTime(3_600_000)
    expect(isThere()).toBe(true)
    send(part, 'pointerleave', { pointerType: 'mouse' })
    expect(isThere()).toBe(false)
    vi.useRealTimers()
  })

  it('takes the focus that its press brought along when it leaves', () => {
    const { part, send, isThere } = arrange()
    send(part, 'pointerenter', { pointerType: 'mouse' })
    send(part, 'mousedown')
    send(part, 'focusin')
    send(part, 'pointerleave', { pointerType: 'mouse' })
    expect(isThere()).toBe(false)
  })
})

describe('a finger', () => {
  it('stays when it is lifted, until it touches something else', () => {
    const { page, part, send, isThere } = arrange()
    send(part, 'pointerdown', { pointerType: 'touch' })
    send(part, 'pointerleave', { pointerType: 'touch' })
    expect(isThere()).toBe(true)
    send(page, 'pointerdown', { pointerType: 'touch' })
    expect(isThere()).toBe(false)
  })
})

describe('the keyboard', () => {
  it('is there as long as the focus is, wherever in the part', () => {
    const { part, inner, page, send, isThere } = arrange()
    send(part, 'focusin')
    send(part, 'focusout', { relatedTarget: inner })
    expect(isThere()).toBe(true)
    send(part, 'focusout', { relatedTarget: page })
    expect(isThere()).toBe(false)
  })

  it('is there once a key is used after a press brought the focus', () => {
    const { part, send, isThere } = arrange()
    send(part, 'mousedown')
    send(part, 'focusin')
    expect(isThere()).toBe(false)
    send(part, 'keydown')
    expect(isThere()).toBe(true)
  })
})

it('is followed no more after that was ended', () => {
  const { part, stop, send, isThere } = arrange()
  stop()
  send(part, 'pointerenter')
  expect(isThere()).toBe(false)
})

/** Tests that frozen rows stay in place, whichever rows are added, changed or removed. */
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
        // A current row is either visible or counted as waiting.
        // A visible row is either current or marked as removed.
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
