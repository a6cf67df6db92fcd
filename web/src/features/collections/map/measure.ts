/** How wide words on the map are, in the font that they are written in. */
import { textWidth } from '#web/charts/text-width.ts'

/** Of the names, which are the boldest words there are. */
const WEIGHT = 560
const SIZE_REM = 0.8125

/** Measures for an element; remembers what it has measured. Where nothing can be measured, it is guessed from the letters. */
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
