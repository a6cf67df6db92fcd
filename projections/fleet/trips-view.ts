/** Trips: one row each, entered by drivers or derived from collections. */
import type { TripLog } from '#contract/views.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export type TripRow = Row & TripLog

export const tripsView = defineView<TripRow>({
  name: 'trips',
  on: {
    TripLogged: {
      id: (data) => data.tripId,
      row: (_, { data, meta }) => ({
        ...simulatedMarkOf({ meta }),
        id: data.tripId,
        vehicle_id: data.vehicleId,
        trip_type: data.tripType,
        distance_km: data.distance,
        fuel_consumed: data.litres,
        fuel_cost: data.fuelCost,
        trip_start: data.tripStart,
        trip_end: data.tripEnd,
        route_description: data.description,
      }),
    },
  },
})

export const toFuelLog = ({ position: _, ...trip }: TripRow): TripLog => trip
