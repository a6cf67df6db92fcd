/** Measures the width of map labels in their font. */
import { textWidth } from '#web/charts/text-width.ts'

/** Font weight of names, the boldest labels. */
const WEIGHT = 560
const SIZE_REM = 0.8125

/**
 * Returns a measuring function with a cache.
 * Without a canvas it estimates by the number of letters.
 */
export function measuring(element: Element): (text: string) => number {
  const widths = new Map<string, number>()
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return textWidth
  const px = SIZE_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  context.font = `${WEIGHT} ${px}px ${getComputedStyle(element).fontFamily}`
  return (text) => {
    const known = widths.get(text)
    if (known !== undefined) return known
    const width = Math.ceil(context.measureText(text).width)
    widths.set(text, width)
    return width
  }
}
