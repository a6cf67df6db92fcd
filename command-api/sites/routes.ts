/**
 * HTTP handler that updates a site's contents.
 * The update also records the deliveries on their way to the site as arrived.
 */

import type { DeliveryProgress } from '#contract/deliveries/delivery-progress.ts'
import type { EventOf } from '#contract/events.ts'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Delivery } from '#contract/views.ts'
import type { Handlers } from '#platform/http/api.ts'
import { NO_QUOTA, type PersonQuota } from '#platform/limiters.ts'
import type { Row as StoredRow } from '#platform/read-store/read-store.ts'
import { type SiteContents, siteAggregate, siteContentsFold } from '../aggregates/site.ts'
import { hasEvents } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import {
  compositionSourceOf,
  loadSourceAnalysis,
  refuseOutdatedComposition,
  storeBase64Picture,
} from './source-analysis.ts'
import { type UpdateCompositionCommand, updateComposition } from './update-composition.ts'

/** `countPicture` counts a person's pictures, and returns a rejection above the limit. */
export function createSiteHandlers(kernel: Kernel, countPicture: PersonQuota = NO_QUOTA): Handlers {
  const { store, clock, pictures } = kernel
  return {
    async updateComposition({ params: { id: siteId }, body, principal, envelope }) {
      const { currentCapacity, weight, source: said, annotated_image, analysisId, updated_by: _, ...composition } = body
      const analysed = analysisId === undefined ? undefined : await loadSourceAnalysis(kernel, analysisId, siteId)
      if (analysed && isRejection(analysed)) return analysed
      const picture = analysed ? undefined : annotated_image
      const tooMany = picture && (await countPicture(principal.userId))
      if (tooMany) return tooMany
      const sent = picture ? await storeBase64Picture(pictures, picture, principal.userId) : undefined
      if (typeof sent === 'object') return sent
      const image = analysed?.known.annotated ?? sent
      const source = analysed ? compositionSourceOf(analysed, composition, said) : said
      const update = { siteId, composition, currentCapacity, weight, image, source, analysisId }
      const decide = (state: SiteContents, { arrived }: { arrived: UpdateCompositionCommand['arrived'] }) =>
        updateComposition({ ...update, arrived, updatedBy: principal.userId }, state, clock())
      const gather = async (state: SiteContents) => {
        const stale = analysed && refuseOutdatedComposition(analysed, composition)
        if (stale) return stale
        const facts = { arrived: await readDeliveriesOfSiteUpdate(kernel, siteId) }
        // Stores the picture before the event that refers to it.
        const gone = image && hasEvents(decide(state, facts)) ? await pictures.keep(image) : undefined
        return gone ?? facts
      }
      const handled = await handleWithFacts(
        store,
        siteAggregate.stream(siteId),
        siteContentsFold,
        { gather, decide },
        envelope,
      )
      if (isRejection(handled)) return handled
      const updated = handled.events.find(
        (event): event is EventOf<'SiteCompositionUpdated'> => event.type === 'SiteCompositionUpdated',
      )
      if (!updated) return reject('internal', msg`The update was not recorded.`)
      return {
        success: true,
        message: msg`Waste site composition updated successfully`,
        data: {
          site_id: siteId,
          composition: updated.data.composition,
          current_capacity: updated.data.currentCapacity,
          timestamp: updated.data.updatedAt,
          has_image: updated.data.image !== undefined,
        },
        position: handled.position,
      }
    },
  }
}

/**
 * Maximum age in ms of an arrival whose composition is unknown.
 * A site update still sets the composition of such a delivery.
 */
const RECENT_ARRIVAL_MS = 24 * 60 * 60_000

/**
 * Maximum number of deliveries on their way that one update records as arrived.
 * Later updates record further ones.
 * Also limits the arrived deliveries whose composition the update sets.
 */
const MAX_ARRIVALS = 500

type Row = StoredRow & Delivery & DeliveryProgress

/**
 * Returns the deliveries that an update of a site's composition concerns, with known weights (kg).
 * They are on the way, or arrived during the last day and have no composition.
 */
export async function readDeliveriesOfSiteUpdate(kernel: Kernel, siteId: string) {
  const rows = await kernel.rows.upToNow('deliveries')
  const now = kernel.clock()
  const fresh = new Date(now.getTime() - RECENT_ARRIVAL_MS).toISOString()
  const day = { $in: [fresh, now.toISOString()].map((time) => time.slice(0, 10)) }
  const own = { facilityId: siteId }
  const oldest = { sort: { createdAt: 1 } } as const
  const [underWay, unknown] = await Promise.all([
    rows.find<Row>('deliveries', { filter: { ...own, underWay: true, status: 'in-transit' }, ...oldest }),
    rows.find<Row>('deliveries', {
      filter: { ...own, day, compositionFrom: null, arrivedAt: { $gt: fresh } },
      ...oldest,
      limit: MAX_ARRIVALS,
    }),
  ])
  return [...takeTurnsOfTrucks(underWay), ...unknown].map(
    ({ id: deliveryId, truckId: vehicleId, weight: said, status, estimated }) => ({
      deliveryId,
      vehicleId,
      said,
      inTransit: status === 'in-transit',
      ...(!estimated && { measured: true }),
    }),
  )
}

/**
 * Returns at most `MAX_ARRIVALS` deliveries, of each truck in turn.
 * Thousands of loads of one truck thus do not delay other trucks.
 */
function takeTurnsOfTrucks(oldestFirst: readonly Readonly<Row>[]): readonly Readonly<Row>[] {
  if (oldestFirst.length <= MAX_ARRIVALS) return oldestFirst
  const counts = new Map<string, number>()
  const inTurns = oldestFirst.map((row) => {
    const turn = (counts.get(row.truckId) ?? 0) + 1
    counts.set(row.truckId, turn)
    return { row, turn }
  })
  return inTurns
    .sort((a, b) => a.turn - b.turn)
    .slice(0, MAX_ARRIVALS)
    .map(({ row }) => row)
}
