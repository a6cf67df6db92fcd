/** Keeps rows where they are while a hand is over them, so that a live change never moves what is about to be clicked. */
import { useEffect, useRef, useState } from 'react'

/** A hand that has been still for this long is not about to click. */
const STILL_MS = 2_000

export interface HeldRows<R> {
  shown: readonly R[]
  /** Which of the shown rows are gone by now. */
  gone(id: string): boolean
  /** How many rows wait to be shown. */
  waiting: number
  /** For the element around the rows. */
  hand: { onPointerMove(): void; onPointerDown(): void; onPointerLeave(): void }
}

export function useHeldRows<R extends { id: string }>(rows: readonly R[]): HeldRows<R> {
  const [held, setHeld] = useState<readonly R[] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const release = () => {
    clearTimeout(timer.current)
    setHeld(null)
  }
  const hold = () => {
    setHeld((before) => before ?? rows)
    clearTimeout(timer.current)
    timer.current = setTimeout(release, STILL_MS)
  }
  const hand = { onPointerMove: hold, onPointerDown: hold, onPointerLeave: release }
  if (!held || held === rows) return { shown: rows, gone: () => false, waiting: 0, hand }
  const current = new Map(rows.map((row) => [row.id, row]))
  const known = new Set(held.map(({ id }) => id))
  return {
    shown: held.map((row) => current.get(row.id) ?? row),
    gone: (id) => !current.has(id),
    waiting: rows.filter(({ id }) => !known.has(id)).length,
    hand,
  }
}
