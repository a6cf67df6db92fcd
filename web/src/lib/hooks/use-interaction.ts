/**
 * Tracks whether the user interacts with a part of the screen.
 * The mouse is over it, the last touch was in it, or the keyboard focus is in it.
 */
import { useCallback, useEffect, useState } from 'react'

export interface Interaction {
  pointer: boolean
  keys: boolean
}

/** Pointer enters or leaves; keyboard focus enters or leaves. */
export type InteractionChange = 'over' | 'away' | 'keys' | 'left'

const changes: Record<InteractionChange, Partial<Interaction>> = {
  over: { pointer: true },
  away: { pointer: false },
  keys: { keys: true },
  left: { keys: false },
}

export const NO_INTERACTION: Interaction = { pointer: false, keys: false }

/** Returns the same object if nothing changed. */
export function interactionAfter(hand: Interaction, move: InteractionChange): Interaction {
  const next = { ...hand, ...changes[move] }
  return next.pointer === hand.pointer && next.keys === hand.keys ? hand : next
}

type Part = EventTarget & { contains(other: Node | null): boolean }

/** Reports interaction with a part of the page; returns a function that stops it. */
export function trackInteraction(part: Part, page: EventTarget, tell: (move: InteractionChange) => void): () => void {
  const ending = new AbortController()
  const on = (target: EventTarget, type: string, act: (event: Event) => void) =>
    target.addEventListener(type, act, { signal: ending.signal, capture: true, passive: true })
  // Focus right after a press is not keyboard use.
  let pressing = false
  on(part, 'mousedown', () => {
    pressing = true
    setTimeout(() => {
      pressing = false
    })
  })
  // Focus that a dialog returns to its pressed opener is not either: it is not :focus-visible.
  on(part, 'focusin', ({ target }) => {
    if (!pressing && (target as Element).matches(':focus-visible')) tell('keys')
  })
  on(part, 'keydown', () => tell('keys'))
  on(part, 'focusout', (event) => part.contains((event as FocusEvent).relatedTarget as Node | null) || tell('left'))
  for (const type of ['pointerenter', 'pointerdown']) on(part, type, () => tell('over'))
  // A lifted finger may return; it leaves when it touches something else.
  on(part, 'pointerleave', (event) => {
    const { pointerType, target } = event as PointerEvent
    if (target === part && pointerType !== 'touch') tell('away')
  })
  on(page, 'pointerdown', ({ target }) => part.contains(target as Node | null) || tell('away'))
  return () => ending.abort()
}

/** Returns true during interaction with the element; null means not mounted yet. */
export function useInteraction(element: HTMLElement | null): boolean {
  const [hand, setHand] = useState(NO_INTERACTION)
  // Scrolling under a mouse fires an event per row.
  // An unchanged state skips the render; a reducer would not.
  const tell = useCallback((move: InteractionChange) => setHand((before) => interactionAfter(before, move)), [])
  useEffect(() => {
    if (!element) return
    const stop = trackInteraction(element, document, tell)
    return () => {
      stop()
      tell('away')
      tell('left')
    }
  }, [element, tell])
  // A focused element may have been removed, for which there is no event.
  useEffect(() => {
    if (hand.keys && !element?.contains(document.activeElement)) tell('left')
  })
  return hand.pointer || hand.keys
}
