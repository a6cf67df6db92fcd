/**
 * UpdateComposition: records a site's contents and load.
 * Deliveries on their way become arrived.
 */

import type { EventData } from '#contract/events.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { toQuantityValue } from '#contract/languages/values.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { isSumOf100 } from '#domain/percent-total.ts'
import { siteLimitTonnesOf } from '#domain/plausible-limits.ts'
import type { SiteContents } from '../aggregates/site.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

/** Fraction of the site's capacity that triggers the alert, while some loads still fit. */
const NEARLY_FULL = 0.9

export interface UpdateCompositionCommand
  extends Pick<
    EventData<'SiteCompositionUpdated'>,
    'siteId' | 'currentCapacity' | 'weight' | 'image' | 'source' | 'analysisId'
  > {
  /** Percent by material; missing materials are 0. */
  composition: Partial<Record<Material, number>>
  /**
   * Deliveries that the composition update covers.
   * `said` is the known weight in kg; `measured` is true if it was measured after departure.
   */
  arrived: readonly { deliveryId: string; vehicleId: string; said?: number; measured?: boolean }[]
  updatedBy: string
}

export const updateComposition: Decider<UpdateCompositionCommand, SiteContents, 'site'> = (command, state, now) => {
  if (!state.open)
    return reject('not-found', msg`The requested waste site could not be found or may have been removed.`)
  const composition = Object.fromEntries(MATERIALS.map((material) => [material, command.composition[material] ?? 0]))
  if (!isSumOf100(Object.values(composition)))
    return reject('bad-request', msg`Total percentage must equal 100%`, {
      total: msg`Total percentage must equal 100%`,
    })
  const most = siteLimitTonnesOf(state.maxCapacity)
  if (command.currentCapacity > most) {
    const why = msg`This site takes ${{ capacity: toQuantityValue(state.maxCapacity, 't') }}: enter at most ${{ most: toQuantityValue(most, 't') }}.`
    return reject('bad-request', why, { currentCapacity: why })
  }
  const isNearlyFull = (tonnes: number) => tonnes > state.maxCapacity * NEARLY_FULL
  return [
    createEvent('SiteCompositionUpdated', {
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
 * Divides the measured weight among all arrived deliveries.
 * If one of them was already weighed alone, no share is known, and the estimates stay.
 */
function weighed({ arrived, weight }: UpdateCompositionCommand): EventData<'SiteCompositionUpdated'>['arrived'] {
  const isShared = weight !== undefined && !arrived.some(({ measured }) => measured)
  const said = arrived.map(({ said = 0 }) => said)
  const shares = isShared ? divideWeightAmongLoads(weight, said) : []
  return arrived.map(({ deliveryId, vehicleId }, index) => ({ deliveryId, vehicleId, weight: shares[index] }))
}

/**
 * Divides a total `weight` in kg among loads, rounded to hundredths.
 * The parts sum to `weight`.
 * Divides in proportion to the loads' known kg (`said`), or equally if none is known.
 */
export function divideWeightAmongLoads(weight: number, said: readonly number[]): number[] {
  const total = said.reduce((sum, share) => sum + share, 0)
  const parts = total > 0 ? said.map((share) => share / total) : said.map(() => 1 / said.length)
  let before = 0
  let share = 0
  return parts.map((part) => {
    share += part
    const upTo = Math.round(weight * share * 100)
    const own = upTo - before
    before = upTo
    return own / 100
  })
}
