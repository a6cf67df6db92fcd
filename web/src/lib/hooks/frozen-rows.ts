/** Keeps rows in place while somebody uses them. */
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { CommandsDisabledContext } from './replay-context.ts'

interface FreezeRegion {
  element: HTMLElement | null
  /** Slot of 'N new – show', which moves no row. */
  news: HTMLElement | null
}

export const FreezeRegionContext = createContext<FreezeRegion>({ element: null, news: null })

/** True in a removed row that stays frozen during interaction. */
export const RowRemovedContext = createContext(false)

/** Returns a region with refs for its element and news slot; the value is for `RegionContext`. */
export function useFreezeRegion() {
  const [element, region] = useState<HTMLElement | null>(null)
  const [news, place] = useState<HTMLElement | null>(null)
  const value = useMemo(() => ({ element, news }), [element, news])
  return { value, region, place }
}

// Tracks whether the user interacts with a part of the screen.
// The mouse is over it, the last touch was in it, or the keyboard focus is in it.

interface Interaction {
  pointer: boolean
  keys: boolean
}

/** Pointer enters or leaves; keyboard focus enters or leaves. */
type InteractionChange = 'over' | 'away' | 'keys' | 'left'

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
function useInteraction(element: HTMLElement | null): boolean {
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

export interface FrozenRows<R> {
  shown: readonly R[]
  /** Returns true for a visible row that was removed meanwhile. */
  gone(id: string): boolean
  /** Number of rows that wait. */
  waiting: number
  /** Shows the waiting rows and drops the removed ones. */
  show(): void
}

interface Row {
  id: string
}

const byId = ({ id }: Row) => id

/**
 * Returns the frozen rows in place with their current content.
 * `thing` returns the subject of a row, if its id can change.
 */
export function freezeRows<R extends Row>(
  held: readonly R[],
  rows: readonly R[],
  thing: (row: R) => string = byId,
): Omit<FrozenRows<R>, 'show'> {
  const current = new Map(rows.map((row) => [thing(row), row]))
  const known = new Set(held.map(thing))
  const ids = new Set(rows.map(byId))
  return {
    shown: held.map((row) => current.get(thing(row)) ?? row),
    gone: (id) => !ids.has(id),
    waiting: rows.filter((row) => !known.has(thing(row))).length,
  }
}

/**
 * Freezes the rows during interaction with the surrounding `RegionContext`.
 * `question` is the query; rows of a new query show at once.
 * `thing`: see `heldOver`; it must be the same function on every render.
 */
export function useFrozenRows<R extends Row>(
  rows: readonly R[],
  question = '',
  thing: (row: R) => string = byId,
): FrozenRows<R> {
  const { element } = useContext(FreezeRegionContext)
  // Without enabled commands there is no target to protect.
  const inside = useInteraction(useContext(CommandsDisabledContext).disabled ? null : element)
  const [held, setHeld] = useState<readonly R[] | null>(null)
  const [answered, setAnswered] = useState(question)
  const show = () => setHeld(rows)
  const another = answered !== question
  if (another) setAnswered(question)
  // An empty list has nothing to freeze.
  const hold = inside && rows.length > 0 && (another || !held?.length)
  if (hold) setHeld(rows)
  if (!inside && held) setHeld(null)
  const isHeld = inside && !another && held !== null && held.length > 0
  const now = useMemo(
    () => (isHeld ? freezeRows(held, rows, thing) : { shown: rows, gone: () => false, waiting: 0 }),
    [isHeld, held, rows, thing],
  )
  return { ...now, show }
}
