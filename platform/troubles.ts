/** Problems of a process or its dependencies, as sentences that an admin can act on. */
import { counted } from '#rules/figure.ts'

export interface Trouble {
  reason: string
  /** Set if requests fail completely, not only later or in part. */
  critical?: true
}

/**
 * Checks for problems.
 * Returns quickly, even if the checked part does not answer.
 */
export type Look = () => Promise<Trouble[]>

/** Combines the results of several checks, in order. */
export const lookAtAll =
  (...looks: Look[]): Look =>
  async () =>
    (await Promise.all(looks.map((look) => look()))).flat()

/**
 * Returns the result of the first check that finds something.
 * A disk's problem also affects each folder on it.
 */
export const lookInTurn =
  (...looks: Look[]): Look =>
  async () => {
    for (const look of looks) {
      const troubles = await look()
      if (troubles.length > 0) return troubles
    }
    return []
  }

/** Shortest interval between two checks, in ms. */
const LOOK_MS = 5_000

/** Caches a check's result for `ms`. */
export function remembered(look: Look, ms = LOOK_MS): Look {
  let last: Promise<Trouble[]> | undefined
  let at = 0
  return () => {
    if (!last || performance.now() - at > ms) {
      at = performance.now()
      last = look()
    }
    return last
  }
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Returns a duration in its largest unit, such as `2 hours`. */
export function inWords(ms: number): string {
  const [unit, length] = UNITS.find(([, least]) => ms >= least) ?? ['second', 1_000]
  return counted(Math.max(1, Math.floor(ms / length)), unit)
}
