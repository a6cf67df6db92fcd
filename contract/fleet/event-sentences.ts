/** Sentences that describe fleet events: vehicles, fuel and trips. */
import { msg } from '#contract/languages/message.ts'
import { toNumberValue, toQuantityValue } from '#contract/languages/values.ts'
import type { EventSentences } from '../event-names.ts'
import type { fleetEvents as events } from './events.ts'

export const fleetEventSentences: EventSentences<keyof typeof events> = {
  VehicleRegistered: ({ vehicleId, make, model, registrationNumber, registeredBy }, { person }) =>
    msg`${{ who: person(registeredBy) }} added truck ${{ vehicleId }}, a ${{ make }} ${{ model }} (${{ registrationNumber }})`,
  VehicleChanged: ({ vehicleId, changedBy }, { person }) =>
    msg`${{ who: person(changedBy) }} changed the data of truck ${{ vehicleId }}`,
  VehicleArchived: ({ vehicleId, archivedBy }, { person }) =>
    msg`${{ who: person(archivedBy) }} archived truck ${{ vehicleId }}`,
  VehicleRemoved: ({ vehicleId, removedBy }, { person }) =>
    msg`${{ who: person(removedBy) }} removed truck ${{ vehicleId }}`,
  VehicleSentToWorkshop: ({ vehicleId, sentBy }, { person }) =>
    msg`${{ who: person(sentBy) }} sent truck ${{ vehicleId }} to the workshop`,
  VehicleBackInService: ({ vehicleId, returnedBy }, { person }) =>
    msg`${{ who: person(returnedBy) }} brought truck ${{ vehicleId }} back into service`,
  VehicleRefuelled: ({ vehicleId, litres, costPerLitre, fuelLevel, refuelledBy }, { person }) =>
    msg`${{ who: person(refuelledBy) }} refuelled ${{ vehicleId }} with ${{ litres: toQuantityValue(litres, 'L') }} at ${{ price: toNumberValue(costPerLitre) }} a litre: ${{ level: toQuantityValue(fuelLevel, 'L') }} in the tank`,
  TripLogged: ({ vehicleId, tripType, loggedBy, ...trip }, { person }) => {
    const [who, distance, litres] = [
      person(loggedBy),
      toQuantityValue(trip.distance, 'km'),
      toQuantityValue(trip.litres, 'L'),
    ]
    return tripType === 'collection'
      ? msg`${{ who }} logged a collection trip of ${{ vehicleId }}: ${{ distance }}, ${{ litres }}`
      : msg`${{ who }} logged a delivery trip of ${{ vehicleId }}: ${{ distance }}, ${{ litres }}`
  },
}
