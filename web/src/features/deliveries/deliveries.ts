/** API endpoints of deliveries, and texts: weight, composition, sources, disputes. */

import { plural, t } from '@lingui/core/macro'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Delivery } from '#contract/views.ts'
import { isKnownComposition } from '#domain/materials.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { formatKg, formatNumber, formatWeight, withUnit } from '#web/lib/format/numbers.ts'
import { formatComposition } from '#web/ui/materials/shares.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    moveDelivery: build.mutation(defineCommand('moveDelivery')),
    weighDelivery: build.mutation(defineCommand('weighDelivery')),
    disputeComposition: build.mutation(defineCommand('disputeComposition')),
    settleDispute: build.mutation(defineCommand('settleDispute')),
    deliveryProof: build.query(defineQuery('deliveryProof')),
    arrivedDeliveries: build.query(defineQuery('arrivedDeliveries')),
  }),
})

export const {
  useMoveDeliveryMutation,
  useWeighDeliveryMutation,
  useDisputeCompositionMutation,
  useSettleDisputeMutation,
  useDeliveryProofQuery,
  useArrivedDeliveriesQuery,
} = calls

type Weighed = Pick<Delivery, 'weight' | 'estimated' | 'estimatedWeight' | 'weighing' | 'reportsCount'>

/**
 * Formats a delivery's weight with its source.
 * Examples: '1,140 kg weighed, ticket 2211-07', 'about 1.2 t, estimated from 10 reports'.
 * A measured weight without a ticket comes from an analysis or was typed.
 */
export function describeWeightWithSource({
  weight,
  estimated,
  estimatedWeight,
  weighing,
  reportsCount,
}: Weighed): string {
  if (weight === undefined) return t`Weight unknown`
  if (estimated)
    return reportsCount > 0
      ? t`about ${{ weight: formatWeight(weight) }}, estimated from ${plural({ reports: reportsCount }, { one: '# report', other: '# reports' })}`
      : t`about ${{ weight: formatWeight(weight) }}, estimated`
  const measured = weighing
    ? t`${{ weight: formatKg(weight) }} weighed, ticket ${{ ticket: weighing.ticket }}`
    : t`${{ weight: formatKg(weight) }} measured`
  return estimatedWeight === undefined
    ? measured
    : t`${measured} (estimate: ${{ estimate: formatKg(estimatedWeight) }})`
}

/**
 * Formats a delivery's composition with its source.
 * Examples: 'Plastic 40 %, Paper 60 % – analysis of this load', 'Composition unknown until it is analysed'.
 */
export function describeCompositionWithSource({
  composition,
  compositionFrom,
}: Pick<Delivery, 'composition' | 'compositionFrom'>): string {
  if (!isKnownComposition(composition)) return t`Composition unknown until it is analysed`
  const shares = formatComposition(composition)
  if (!compositionFrom) return shares
  const texts = {
    load: t`${shares} – analysis of this load`,
    site: t`${shares} – the site’s waste when this load arrived`,
    recycler: t`${shares} – found by the site’s recyclers`,
  }
  return texts[compositionFrom]
}

/**
 * Returns text such as '8 of 10 stops have a driver’s proof'.
 * Proof is a photo or the phone's position.
 * Returns undefined without stops, such as for loads sent by hand.
 */
export function describeStopProof({ stops, served, proven, percent }: AnswerOf<'deliveryProof'>): string | undefined {
  if (stops === 0) return undefined
  if (served === 0) return t`No driver recorded this load’s stops`
  return t`${{ proven: formatNumber(proven) }} of ${{ stops: formatNumber(stops) }} stops have a driver’s proof (${{ share: withUnit(percent ?? 0, '%') }})`
}

/** Returns the dispute's state and reason; undefined without a dispute. */
export function describeDispute({ dispute }: Pick<Delivery, 'dispute'>): string | undefined {
  if (!dispute) return undefined
  const states = {
    open: t`Composition disputed, a dispatcher decides`,
    accepted: t`Dispute settled: the recyclers were right`,
    rejected: t`Dispute settled: composition unchanged`,
  }
  const state = states[dispute.status]
  return dispute.reason ? `${state}: ‘${dispute.reason}’` : state
}

/**
 * Returns a recycler's permitted actions on a delivery.
 * `facility` is the recycler's site.
 */
export function recyclerActionsOf(
  { facilityId, status, composition, dispute }: Delivery,
  facility: string | undefined,
) {
  const own = facility === facilityId
  const here = status === 'arrived' || status === 'completed'
  return {
    confirm: own && status === 'in-transit',
    unload: own && status === 'arrived',
    weigh: own && status !== 'pending',
    // An unknown composition cannot be disputed.
    dispute: own && here && isKnownComposition(composition) && dispute?.status !== 'open',
  }
}

/** Returns why a user cannot act on a site's deliveries; undefined otherwise. */
export function explainNoAccess(facility: string | undefined, site: { id: string; name: string }): string | undefined {
  if (facility === site.id) return undefined
  return facility
    ? t`Only recyclers of ${{ site: site.name }} can confirm, weigh or dispute its deliveries. You work at another site.`
    : t`Only recyclers of ${{ site: site.name }} can confirm, weigh or dispute its deliveries. Ask an admin to add a site to your account.`
}

/**
 * Numbers a site's deliveries by id.
 * The oldest is 1, so new deliveries do not change other numbers.
 */
export function numberDeliveries(
  deliveries: readonly Pick<Delivery, 'id' | 'createdAt'>[],
): ReadonlyMap<string, number> {
  const oldest = deliveries.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))
  return new Map(oldest.map(({ id }, index) => [id, index + 1]))
}

export const isIncoming = ({ status }: Pick<Delivery, 'status'>) => status === 'pending' || status === 'in-transit'
