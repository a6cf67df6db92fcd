/** How numbers are written, and read from what was typed. */
import { exactly, inNumbers, withUnit } from '#rules/figure.ts'

export { counted, figure, inNumbers, tenths, withUnit } from '#rules/figure.ts'

/** What a number field holds: undefined when nothing is typed, NaN when it is no number. */
export function numberIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text)
}

/** Always with so many digits behind the point: '1,250', '315.00'. */
export const wholes = exactly(0)
export const hundredths = exactly(2)

/** Of estimates, such as kilometres and litres: one decimal says enough. */
export const amount = inNumbers({ maximumFractionDigits: 1 })

/** '12.3 GB', '512 MB': in powers of 1,000, as disks are sold. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3))
  const value = count / 1_000 ** power
  return withUnit(value < 10 && power > 0 ? value.toFixed(1) : Math.round(value), units[power] as string)
}
