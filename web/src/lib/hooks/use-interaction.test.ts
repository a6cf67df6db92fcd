/** Interaction with a part of the page by mouse, touch and keyboard. */
import { describe, expect, it, vi } from 'vitest'
import { interactionAfter, NO_INTERACTION, trackInteraction } from './use-interaction.ts'

/** Returns a part of a page and its tracked interaction. */
function arrange() {
  const page = new EventTarget()
  const inner = new EventTarget()
  const part = Object.assign(new EventTarget(), {
    contains: (node: unknown) => node === part || node === inner,
    matches: () => true,
  })
  let hand = NO_INTERACTION
  const stop = trackInteraction(part, page, (move) => {
    hand = interactionAfter(hand, move)
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
