/**
 * Formats shares of a whole.
 * Chart, legend and table of the same whole sum to exactly 100.
 */
import { tenths, wholes, withUnit } from '#web/lib/format/numbers.ts'

/**
 * Returns each amount as percent, rounded by largest remainders.
 * Returns zeros if the total is zero.
 */
export function roundedShares(amounts: readonly number[], digits = 0): number[] {
  const positive = amounts.map((amount) => Math.max(0, amount))
  const total = positive.reduce((sum, amount) => sum + amount, 0)
  if (total <= 0) return positive
  const unit = 10 ** digits
  const exact = positive.map((amount) => (amount / total) * 100 * unit)
  const whole = exact.map(Math.floor)
  const missing = Math.round(100 * unit - whole.reduce((sum, share) => sum + share, 0))
  const remainder = (index: number) => exact[index]! - whole[index]!
  const byRemainder = exact.map((_, index) => index).sort((a, b) => remainder(b) - remainder(a))
  for (const index of byRemainder.slice(0, missing)) whole[index]! += 1
  return whole.map((share) => share / unit)
}

/**
 * Formats each share as '40 %'.
 * All have one decimal if any share is below one percent.
 */
export function shareTexts(amounts: readonly number[]): string[] {
  const total = amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0)
  const digits = amounts.some((amount) => amount > 0 && amount / total < 0.01) ? 1 : 0
  const written = digits === 1 ? tenths : wholes
  return roundedShares(amounts, digits).map((share, index) =>
    share === 0 && amounts[index]! > 0 ? withUnit('< 0.1', '%') : withUnit(share === 0 ? 0 : written(share), '%'),
  )
}
