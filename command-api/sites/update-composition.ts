/** UpdateComposition: what a site holds now, and how much. What was on its way to it has arrived with that. */

import { reject } from '#contract/door/problems.ts'
import type { EventData } from '#contract/events.ts'
import { mostTonnes } from '#rules/borders.ts'
import { MATERIALS, type Material } from '#rules/city.ts'
import { withUnit } from '#rules/figure.ts'
import { isWhole } from '#rules/whole.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { SiteLoad } from '../streams/site.ts'
import { sharesOf } from './shares.ts'

/** Above this share of its capacity a site is about to be full: it is told while there is still room for some loads. */
const NEARLY_FULL = 0.9

export interface UpdateComposition
  extends Pick<
    EventData<'SiteCompositionUpdated'>,
    'siteId' | 'currentCapacity' | 'weight' | 'image' | 'source' | 'analysisId'
  > {
  /** percent; what is not named is 0 */
  composition: Partial<Record<Material, number>>
  /** What comes with it; `said`: kg that the delivery was said to weigh, `measured` where that was measured since it left. */
  arrived: readonly { deliveryId: string; vehicleId: string; said?: number; measured?: boolean }[]
  updatedBy: string
}

export const updateComposition: Decide<UpdateComposition, SiteLoad, 'site'> = (command, state, now) => {
  if (!state.open) return reject('not-found', 'The requested waste site could not be found or may have been removed.')
  const composition = Object.fromEntries(MATERIALS.map((material) => [material, command.composition[material] ?? 0]))
  if (!isWhole(Object.values(composition)))
    return reject('bad-request', 'Total percentage must equal 100%', { total: 'Total percentage must equal 100%' })
  const most = mostTonnes(state.maxCapacity)
  if (command.currentCapacity > most) {
    const why = `This site takes ${withUnit(state.maxCapacity, 't')}: enter at most ${withUnit(most, 't')}.`
    return reject('bad-request', why, { currentCapacity: why })
  }
  const isNearlyFull = (tonnes: number) => tonnes > state.maxCapacity * NEARLY_FULL
  return [
    event('SiteCompositionUpdated', {
      ...command,
      arrived: weighed(command),
      composition,
      number: state.updates + 1,
      crossed: isNearlyFull(command.currentCapacity) && !isNearlyFull(state.currentCapacity),
      updatedAt: now.toISOString(),
    }),
  ]
}

/**
 * The weight that was measured is that of all that arrived: each delivery has its share. Where one of them was measured by itself
 * before, nobody can say how much of it is whose: then it is nobody's, and what is estimated stays so.
 */
function weighed({ arrived, weight }: UpdateComposition): EventData<'SiteCompositionUpdated'>['arrived'] {
  const isShared = weight !== undefined && !arrived.some(({ measured }) => measured)
  const said = arrived.map(({ said = 0 }) => said)
  const shares = isShared ? sharesOf(weight, said) : []
  return arrived.map(({ deliveryId, vehicleId }, index) => ({ deliveryId, vehicleId, weight: shares[index] }))
}
