/** Freezes a list's rows while the user interacts with the list. */
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { CommandsDisabledContext } from './replay-context.ts'

interface FreezeRegion {
  element: HTMLElement | null
  /** Element for the button 'N new – show', placed so that it moves no row. */
  news: HTMLElement | null
}

export const FreezeRegionContext = createContext<FreezeRegion>({ element: null, news: null })

/** True inside a row that was removed but is still visible. */
export const RowRemovedContext = createContext(false)

/**
 * Creates a region of the page whose rows do not move while the user interacts with it.
 * Returns refs for the region and for the place of its button 'N new – show'.
 * Also returns the value for `FreezeRegionContext`.
 */
export function useFreezeRegion() {
  const [element, region] = useState<HTMLElement | null>(null)
  const [news, place] = useState<HTMLElement | null>(null)
  const value = useMemo(() => ({ element, news }), [element, news])
  return { value, region, place }
}

// The user interacts with a part of the screen in three cases.
// The mouse is over it, the last touch was in it, or it has focus.

interface Interaction {
  pointer: boolean
  keys: boolean
}

/**
 * Changes of the user's interaction with a region of the page.
 * The pointer enters ('over') or leaves ('away'); the keyboard focus enters ('keys') or leaves ('left').
 */
type InteractionChange = 'over' | 'away' | 'keys' | 'left'

const changes: Record<InteractionChange, Partial<Interaction>> = {
  over: { pointer: true },
  away: { pointer: false },
  keys: { keys: true },
  left: { keys: false },
}

export const NO_INTERACTION: Interaction = { pointer: false, keys: false }

/**
 * Returns the state after a pointer or focus change.
 * Returns the same object if nothing changed.
 */
export function updateInteraction(hand: Interaction, move: InteractionChange): Interaction {
  const next = { ...hand, ...changes[move] }
  return next.pointer === hand.pointer && next.keys === hand.keys ? hand : next
}

type Part = EventTarget & { contains(other: Node | null): boolean }

/**
 * Calls `tell` for each change of interaction with a part of the page.
 * Returns a function that stops it.
 */
export function trackInteraction(part: Part, page: EventTarget, tell: (move: InteractionChange) => void): () => void {
  const ending = new AbortController()
  const on = (target: EventTarget, type: string, act: (event: Event) => void) =>
    target.addEventListener(type, act, { signal: ending.signal, capture: true, passive: true })
  // A focus that a mouse press causes does not count as keyboard use.
  let pressing = false
  on(part, 'mousedown', () => {
    pressing = true
    setTimeout(() => {
      pressing = false
    })
  })
  // When a dialog closes, the button that opened it gets the focus back.
  // If it was pressed by mouse, it is not :focus-visible and does not count as keyboard use.
  on(part, 'focusin', ({ target }) => {
    if (!pressing && (target as Element).matches(':focus-visible')) tell('keys')
  })
  on(part, 'keydown', () => tell('keys'))
  on(part, 'focusout', (event) => part.contains((event as FocusEvent).relatedTarget as Node | null) || tell('left'))
  for (const type of ['pointerenter', 'pointerdown']) on(part, type, () => tell('over'))
  // A lifted finger still counts as inside the region until it touches something outside.
  on(part, 'pointerleave', (event) => {
    const { pointerType, target } = event as PointerEvent
    if (target === part && pointerType !== 'touch') tell('away')
  })
  on(page, 'pointerdown', ({ target }) => part.contains(target as Node | null) || tell('away'))
  return () => ending.abort()
}

/**
 * Returns whether the user interacts with an element by pointer or keyboard.
 * `element` is null until it is mounted.
 */
function useInteraction(element: HTMLElement | null): boolean {
  const [hand, setHand] = useState(NO_INTERACTION)
  // With useState an unchanged state causes no render; with useReducer it would.
  // Scrolling under a mouse fires an event for each row.
  const tell = useCallback((move: InteractionChange) => setHand((before) => updateInteraction(before, move)), [])
  useEffect(() => {
    if (!element) return
    const stop = trackInteraction(element, document, tell)
    return () => {
      stop()
      tell('away')
      tell('left')
    }
  }, [element, tell])
  // Checks the focus after each render.
  // When a focused element is removed, browsers fire no event.
  useEffect(() => {
    if (hand.keys && !element?.contains(document.activeElement)) tell('left')
  })
  return hand.pointer || hand.keys
}

export interface FrozenRows<R> {
  shown: readonly R[]
  /** Returns whether a row that is still shown has already been removed from the data. */
  gone(id: string): boolean
  /** Number of new rows that are not shown yet. */
  waiting: number
  /** Shows the new rows and hides the removed rows. */
  show(): void
}

interface Row {
  id: string
}

const byId = ({ id }: Row) => id

/**
 * Returns the frozen rows in their frozen order, with their current content.
 * `thing` returns a stable key for rows whose id can change.
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
 * Freezes rows while the user interacts with the region around them.
 * `question` identifies the filter.
 * After a change of the filter, new rows show at once.
 * `thing` returns a key for rows whose id can change.
 * It must be the same function on every render.
 */
export function useFrozenRows<R extends Row>(
  rows: readonly R[],
  question = '',
  thing: (row: R) => string = byId,
): FrozenRows<R> {
  const { element } = useContext(FreezeRegionContext)
  // Rows may move while commands are disabled, because no press can then hit the wrong row.
  const inside = useInteraction(useContext(CommandsDisabledContext).disabled ? null : element)
  const [held, setHeld] = useState<readonly R[] | null>(null)
  const [answered, setAnswered] = useState(question)
  const show = () => setHeld(rows)
  const another = answered !== question
  if (another) setAnswered(question)
  // Freezes rows when the interaction starts, unless the list is empty.
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
