/** Sentences of deliveries: arrival, weighing and composition. */
import { withUnit } from '#domain/number-format.ts'
import { compositionText, ifDefined, type Sentences } from '../event-names.ts'
import type { deliveries as events } from './events.ts'

export const deliveries: Sentences<keyof typeof events> = {
  DeliveryCreated: ({ deliveryId, vehicleId, siteId, zone, weight, estimated }, { site }) =>
    `Delivery ${deliveryId}: ${vehicleId} takes ${ifDefined(weight, (kg) => `${estimated ? 'about ' : ''}${withUnit(kg, 'kg')} `)}from ${zone} to ${site(siteId)}`,
  DeliveryMoved: ({ deliveryId, status, weight, composition, corrects, movedBy }, { person }) =>
    `${person(movedBy)} ${corrects === undefined ? `recorded delivery ${deliveryId} as ${status}` : `corrected delivery ${deliveryId}`}${ifDefined(weight, (kg) => `, ${withUnit(kg, 'kg')}`)}${ifDefined(composition, (of) => `, ${compositionText(of)}`)}`,
  CompletionUndone: ({ deliveryId, undoneBy }, { person }) =>
    `${person(undoneBy)} undid the completion of delivery ${deliveryId}`,
  DeliveryWeighed: ({ deliveryId, siteId, ticket, weight, before, weighedBy }, { person, site }) =>
    `${person(weighedBy)} weighed delivery ${deliveryId} at ${site(siteId)}: ${withUnit(weight, 'kg')}${ifDefined(before, (kg) => `, before ${withUnit(kg, 'kg')}`)} (ticket ${ticket})`,
  CompositionDisputed: ({ deliveryId, siteId, composition, disputedBy }, { person, site }) =>
    `${person(disputedBy)} disputed the composition of delivery ${deliveryId} to ${site(siteId)}${ifDefined(composition, (of) => `: found ${compositionText(of)}`)}`,
  DisputeSettled: ({ deliveryId, accepted, composition, settledBy }, { person }) =>
    `${person(settledBy)} ${accepted ? 'accepted' : 'rejected'} the dispute about delivery ${deliveryId}${ifDefined(composition, (of) => `: ${compositionText(of)}`)}`,
  TicketUsed: ({ siteId, ticket, deliveryId }, { site }) =>
    `Ticket ${ticket} of ${site(siteId)} belongs to delivery ${deliveryId}`,
}
