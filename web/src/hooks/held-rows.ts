/** Keeps rows where they are while a hand is at them, so that a live change never moves what is about to be pressed. */
import { useContext, useMemo, useState } from 'react'
import { useHand } from './hand.ts'
import { OffContext } from './past.ts'
import { RegionContext } from './region.ts'

export interface HeldRows<R> {
  shown: readonly R[]
  /** Which of the shown rows are gone by now. */
  gone(id: string): boolean
  /** How many rows wait to be shown. */
  waiting: number
  /** Lets those in that wait, and the gone ones go. */
  show(): void
}

interface Row {
  id: string
}

const byId = ({ id }: Row) => id

/** The held rows in their places, each as it is now. `thing`: what a row is about, where that may go on under another id. */
export function heldOver<R extends Row>(
  held: readonly R[],
  rows: readonly R[],
  thing: (row: R) => string = byId,
): Omit<HeldRows<R>, 'show'> {
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
 * Within a `RegionContext`: rows are held as long as a hand is in the region. `question`: what they answer; those that
 * answer another one, which somebody asked just now, are shown at once. `thing`: see `heldOver`; the same function each time.
 */
export function useHeldRows<R extends Row>(
  rows: readonly R[],
  question = '',
  thing: (row: R) => string = byId,
): HeldRows<R> {
  const { element } = useContext(RegionContext)
  // Where nothing can be pressed, every row is as it was.
  const inside = useHand(useContext(OffContext).disabled ? null : element)
  const [held, setHeld] = useState<readonly R[] | null>(null)
  const [answered, setAnswered] = useState(question)
  const show = () => setHeld(rows)
  const another = answered !== question
  if (another) setAnswered(question)
  // Where there was none, nothing can be moved.
  const hold = inside && rows.length > 0 && (another || !held?.length)
  if (hold) setHeld(rows)
  if (!inside && held) setHeld(null)
  const isHeld = inside && !another && held !== null && held.length > 0
  const now = useMemo(
    () => (isHeld ? heldOver(held, rows, thing) : { shown: rows, gone: () => false, waiting: 0 }),
    [isHeld, held, rows, thing],
  )
  return { ...now, show }
}
