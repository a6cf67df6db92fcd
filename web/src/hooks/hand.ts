/** Whether a hand is at a part of the screen: a mouse over it, a finger that touched it last, or the keyboard in it. */
import { useCallback, useEffect, useState } from 'react'

export interface Hand {
  pointer: boolean
  keys: boolean
}

/** What a hand may do: come over with a pointer, go away with it, come with the keyboard, leave with that. */
export type Move = 'over' | 'away' | 'keys' | 'left'

const changes: Record<Move, Partial<Hand>> = {
  over: { pointer: true },
  away: { pointer: false },
  keys: { keys: true },
  left: { keys: false },
}

export const NO_HAND: Hand = { pointer: false, keys: false }

/** The same object when nothing changed. */
export function handAfter(hand: Hand, move: Move): Hand {
  const next = { ...hand, ...changes[move] }
  return next.pointer === hand.pointer && next.keys === hand.keys ? hand : next
}

type Part = EventTarget & { contains(other: Node | null): boolean }

/** Tells what a hand does at a part of the page; answers how to stop. */
export function followHand(part: Part, page: EventTarget, tell: (move: Move) => void): () => void {
  const ending = new AbortController()
  const on = (target: EventTarget, type: string, act: (event: Event) => void) =>
    target.addEventListener(type, act, { signal: ending.signal, capture: true, passive: true })
  // The focus that a press brings is no sign of the keyboard: it follows the press at once.
  let pressing = false
  on(part, 'mousedown', () => {
    pressing = true
    setTimeout(() => {
      pressing = false
    })
  })
  // Nor is one that a closing dialog gives back to what a press had opened it with: the browser shows that one to nobody.
  on(part, 'focusin', ({ target }) => {
    if (!pressing && (target as Element).matches(':focus-visible')) tell('keys')
  })
  on(part, 'keydown', () => tell('keys'))
  on(part, 'focusout', (event) => part.contains((event as FocusEvent).relatedTarget as Node | null) || tell('left'))
  for (const type of ['pointerenter', 'pointerdown']) on(part, type, () => tell('over'))
  // A finger that was lifted is about to come back: it has gone when it touches something else.
  on(part, 'pointerleave', (event) => {
    const { pointerType, target } = event as PointerEvent
    if (target === part && pointerType !== 'touch') tell('away')
  })
  on(page, 'pointerdown', ({ target }) => part.contains(target as Node | null) || tell('away'))
  return () => ending.abort()
}

/** Whether a hand is at this element; null: not on the screen yet. */
export function useHand(element: HTMLElement | null): boolean {
  const [hand, setHand] = useState(NO_HAND)
  // A mouse comes over something at every row that scrolls below it. What changes nothing draws nothing anew, which holds of a
  // state and not of a reducer.
  const tell = useCallback((move: Move) => setHand((before) => handAfter(before, move)), [])
  useEffect(() => {
    if (!element) return
    const stop = followHand(element, document, tell)
    return () => {
      stop()
      tell('away')
      tell('left')
    }
  }, [element, tell])
  // What had the focus may have been taken off the screen: nothing tells of that.
  useEffect(() => {
    if (hand.keys && !element?.contains(document.activeElement)) tell('left')
  })
  return hand.pointer || hand.keys
}
