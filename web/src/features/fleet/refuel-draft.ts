/** Draft of the refuelling form, its request and its preview. */

import type { RequestOf } from '#contract/endpoints.ts'
import type { Vehicle } from '#contract/views.ts'
import { money } from '#web/lib/format/city-terms.ts'
import { hundredths, numberIn, withUnit } from '#web/lib/format/numbers.ts'

export interface RefuelDraft {
  liters_added: string
  cost_per_liter: string
}

/** Returns the request; the schema reports missing fields. */
export function refuelBody(vehicleId: string, draft: RefuelDraft): RequestOf<'refuel'> {
  return {
    vehicle_id: vehicleId,
    liters_added: numberIn(draft.liters_added),
    cost_per_liter: numberIn(draft.cost_per_liter),
  } as RequestOf<'refuel'>
}

type Tank = Pick<Vehicle, 'current_fuel_level' | 'tank_capacity_liters'>

/** Returns the litres that fit, to the tenth as on pumps; 0 for a full tank. */
export const freeLitres = (tank: Tank): number =>
  Math.max(0, Math.floor((tank.tank_capacity_liters - tank.current_fuel_level) * 10) / 10)

/** Formats as 'The tank will be 85 % full. Cost: GH₵ 420.00.' */
export function refuelPreview(tank: Tank, draft: RefuelDraft): string {
  const litres = numberIn(draft.liters_added)
  const price = numberIn(draft.cost_per_liter)
  if (!litres || litres <= 0) return 'What it costs and how full the tank gets is shown here.'
  const level = tank.current_fuel_level + litres
  if (level > tank.tank_capacity_liters) return 'The tank does not hold that much.'
  const full = `The tank will be ${withUnit(Math.round((level / tank.tank_capacity_liters) * 100), '%')} full.`
  return price === undefined || Number.isNaN(price) ? full : `${full} Cost: ${money(hundredths(litres * price))}.`
}
