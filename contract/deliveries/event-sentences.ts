/** Sentences that describe the events of deliveries: arrival, weighing and composition. */

import { type Message, msg } from '#contract/languages/message.ts'
import { joinMessages, toQuantityValue } from '#contract/languages/values.ts'
import type { DeliveryStatus } from '#domain/city.ts'
import { appendDetails, describeComposition, type EventSentences } from '../event-names.ts'
import type { deliveryEvents as events } from './events.ts'

const STATUS_NAMES: Record<DeliveryStatus, Message> = {
  pending: msg`pending`,
  'in-transit': msg`in-transit`,
  arrived: msg`arrived`,
  completed: msg`completed`,
}

const kg = (weight: number) => toQuantityValue(weight, 'kg')

export const deliveryEventSentences: EventSentences<keyof typeof events> = {
  DeliveryCreated: ({ deliveryId, vehicleId, siteId, zone, weight, estimated }, names) => {
    const site = names.site(siteId)
    if (weight === undefined)
      return msg`Delivery ${{ deliveryId }}: ${{ vehicleId }} takes waste from ${{ zone }} to ${{ site }}`
    return estimated
      ? msg`Delivery ${{ deliveryId }}: ${{ vehicleId }} takes about ${{ weight: kg(weight) }} from ${{ zone }} to ${{ site }}`
      : msg`Delivery ${{ deliveryId }}: ${{ vehicleId }} takes ${{ weight: kg(weight) }} from ${{ zone }} to ${{ site }}`
  },
  DeliveryMoved: ({ deliveryId, status, weight, composition, corrects, movedBy }, { person }) => {
    const who = person(movedBy)
    const moved =
      corrects === undefined
        ? msg`${{ who }} recorded delivery ${{ deliveryId }} as ${{ status: STATUS_NAMES[status] }}`
        : msg`${{ who }} corrected delivery ${{ deliveryId }}`
    return appendDetails(moved, [
      weight === undefined ? undefined : { message: '{weight}', values: { weight: kg(weight) } },
      composition && describeComposition(composition),
    ])
  },
  CompletionUndone: ({ deliveryId, undoneBy }, { person }) =>
    msg`${{ who: person(undoneBy) }} undid the completion of delivery ${{ deliveryId }}`,
  DeliveryWeighed: ({ deliveryId, siteId, ticket, weight, before, weighedBy }, names) => {
    const [who, site] = [names.person(weighedBy), names.site(siteId)]
    return before === undefined
      ? msg`${{ who }} weighed delivery ${{ deliveryId }} at ${{ site }}: ${{ weight: kg(weight) }} (ticket ${{ ticket }})`
      : msg`${{ who }} weighed delivery ${{ deliveryId }} at ${{ site }}: ${{ weight: kg(weight) }} instead of ${{ before: kg(before) }} (ticket ${{ ticket }})`
  },
  CompositionDisputed: ({ deliveryId, siteId, composition, disputedBy }, { person, site }) =>
    appendDetails(
      msg`${{ who: person(disputedBy) }} disputed the composition of delivery ${{ deliveryId }} to ${{ site: site(siteId) }}`,
      [composition && msg`found ${{ composition: describeComposition(composition) }}`],
      ': ',
    ),
  DisputeSettled: ({ deliveryId, accepted, composition, settledBy }, { person }) => {
    const who = person(settledBy)
    const settled = accepted
      ? msg`${{ who }} accepted the dispute about delivery ${{ deliveryId }}`
      : msg`${{ who }} rejected the dispute about delivery ${{ deliveryId }}`
    return composition ? joinMessages([settled, describeComposition(composition)], ': ') : settled
  },
  TicketUsed: ({ siteId, ticket, deliveryId }, { site }) =>
    msg`Ticket ${{ ticket }} of ${{ site: site(siteId) }} belongs to delivery ${{ deliveryId }}`,
}
