/** What is wrong with a process or with what it stands on: sentences that an admin can act on. */
import { counted } from '#rules/figure.ts'

export interface Trouble {
  reason: string
  /** What people asked for can't be done, not only later or not in part. */
  critical?: true
}

/** Looks now; answers in a moment, also where what it looks at does not. */
export type Look = () => Promise<Trouble[]>

/** What several looks at once find, in their order. */
export const lookAtAll =
  (...looks: Look[]): Look =>
  async () =>
    (await Promise.all(looks.map((look) => look()))).flat()

/** What the first of these looks finds that finds something: what is wrong with a disk is wrong with each folder on it. */
export const lookInTurn =
  (...looks: Look[]): Look =>
  async () => {
    for (const look of looks) {
      const troubles = await look()
      if (troubles.length > 0) return troubles
    }
    return []
  }

/** What is wrong is looked into at most so often, in ms. */
const LOOK_MS = 5_000

/** The same look, taken at most every so often: whoever asks in between is told what was found before. */
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

/** A time in the largest unit that it fills, such as `2 hours`. */
export function inWords(ms: number): string {
  const [unit, length] = UNITS.find(([, least]) => ms >= least) ?? ['second', 1_000]
  return counted(Math.max(1, Math.floor(ms / length)), unit)
}
