/** How the keyboard goes from mark to mark of a chart. */
import { lookUp } from '#rules/dictionary.ts'

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Which mark a key leads to from the `index`-th of `count`; null when the key is none of ours. */
export function markAfter(key: string, index: number, count: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = lookUp(STEPS, key)
  return step === undefined ? null : (index + step + count) % count
}
