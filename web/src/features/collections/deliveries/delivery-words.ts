/** How a delivery is shown: its load, what can be done with it next, and what is disputed. */

import type { Delivery } from '#contract/views.ts'
import type { DeliveryStatus } from '#rules/city.ts'
import { isKnown } from '#rules/materials.ts'
import { materialsOf } from '#web/components/materials/words.ts'
import { counted } from '#web/format/numbers.ts'
import { wholeKg } from '#web/format/weights.ts'

/** The next step of a delivery, as its button names it and as its toast says it is done; none after the last. */
export const nextSteps: Partial<Record<DeliveryStatus, { to: DeliveryStatus; label: string; done: string }>> = {
  pending: { to: 'in-transit', label: 'Set out', done: 'Delivery is in transit' },
  'in-transit': { to: 'arrived', label: 'Arrived', done: 'Delivery has arrived' },
  arrived: { to: 'completed', label: 'Complete', done: 'Delivery completed' },
}

/** '1,050 kg (estimate) · 8 reports'; '–' where nobody knows the weight. */
export function loadOf({ weight, estimated, reportsCount }: Delivery): string {
  const kg = weight === undefined ? '–' : wholeKg(weight)
  return `${kg}${weight !== undefined && estimated ? ' (estimate)' : ''} · ${counted(reportsCount, 'report')}`
}

/** 'As said: Plastic 100 %. Found: Glass 60 %, Metal 40 %.' */
export function disputed({ composition, dispute }: Pick<Delivery, 'composition' | 'dispute'>): string {
  const said = isKnown(composition) ? materialsOf(composition) : 'unknown'
  const found = dispute?.composition ? materialsOf(dispute.composition) : 'not sorted'
  return `As said: ${said}. Found: ${found}.`
}
