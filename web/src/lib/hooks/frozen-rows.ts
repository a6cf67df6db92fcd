/** Freezes rows during interaction, so that a live change never moves a target under the pointer. */
import { useContext, useMemo, useState } from 'react'
import { FreezeRegionContext } from './region.ts'
import { CommandsDisabledContext } from './replay-context.ts'
import { useInteraction } from './use-interaction.ts'

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
