/** Sentences of the fleet: vehicles, fuel and trips. */
import { formatNumber, withUnit } from '#domain/number-format.ts'
import type { Sentences } from '../event-names.ts'
import type { fleet as events } from './events.ts'

export const fleet: Sentences<keyof typeof events> = {
  VehicleRegistered: ({ vehicleId, make, model, registrationNumber, registeredBy }, { person }) =>
    `${person(registeredBy)} added truck ${vehicleId}, a ${make} ${model} (${registrationNumber})`,
  VehicleChanged: ({ vehicleId, changedBy }, { person }) =>
    `${person(changedBy)} changed the record of truck ${vehicleId}`,
  VehicleArchived: ({ vehicleId, archivedBy }, { person }) => `${person(archivedBy)} archived truck ${vehicleId}`,
  VehicleRemoved: ({ vehicleId, removedBy }, { person }) => `${person(removedBy)} removed truck ${vehicleId}`,
  VehicleSentToWorkshop: ({ vehicleId, sentBy }, { person }) =>
    `${person(sentBy)} sent truck ${vehicleId} to the workshop`,
  VehicleBackInService: ({ vehicleId, returnedBy }, { person }) =>
    `${person(returnedBy)} brought truck ${vehicleId} back into service`,
  VehicleRefuelled: ({ vehicleId, litres, costPerLitre, fuelLevel, refuelledBy }, { person }) =>
    `${person(refuelledBy)} refuelled ${vehicleId} with ${withUnit(litres, 'L')} at ${formatNumber(costPerLitre)} a litre: ${withUnit(fuelLevel, 'L')} in the tank`,
  TripLogged: ({ vehicleId, tripType, distance, litres, loggedBy }, { person }) =>
    `${person(loggedBy)} logged a ${tripType} trip of ${vehicleId}: ${withUnit(distance, 'km')}, ${withUnit(litres, 'L')}`,
}
