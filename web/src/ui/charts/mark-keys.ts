/** Keyboard navigation between the marks of a chart. */
import { lookUp } from '#domain/dictionary.ts'

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Returns the mark that a key leads to from the `index`-th of `count`.
 * Returns null for any other key.
 */
export function markForKey(key: string, index: number, count: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = lookUp(STEPS, key)
  return step === undefined ? null : (index + step + count) % count
}
