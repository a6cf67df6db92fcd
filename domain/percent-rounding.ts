/** Computes percentages with two decimals that sum to exactly 100. */
import { MATERIALS, type Material } from './city.ts'

/**
 * Scales amounts to percentages that sum to 100.00, by the largest-remainder method.
 * If all are zero, `other` is 100.
 */
export function percentagesOf(amounts: Readonly<Record<Material, number>>): Record<Material, number> {
  const parts = (part: (material: Material) => number) =>
    Object.fromEntries(MATERIALS.map((material) => [material, part(material)])) as Record<Material, number>
  const total = MATERIALS.reduce((sum, material) => sum + amounts[material], 0)
  if (total <= 0) return parts((material) => (material === 'other' ? 100 : 0))
  const exact = parts((material) => (amounts[material] / total) * 10_000)
  const whole = parts((material) => Math.floor(exact[material]))
  const missing = 10_000 - MATERIALS.reduce((sum, material) => sum + whole[material], 0)
  const byRemainder = [...MATERIALS].sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]))
  for (const material of byRemainder.slice(0, missing)) whole[material]++
  return parts((material) => whole[material] / 100)
}
