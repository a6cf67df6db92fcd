/** Endpoints of drivers: their truck, their list of stops (sheet), and each stop. */
import { z } from 'zod'
import { commandAnswerSchema, defineEndpoints, listAnswerSchema, message } from '../http/endpoint.ts'
import { BinPlace, SetBinPlace } from '../reports/commands.ts'
import {
  AssignDriver,
  DeliverLoad,
  EndShift,
  RecordStopOutcomes,
  ServeStop,
  StartPlannedCollection,
  TakeVehicle,
  UnloadTruck,
} from './commands.ts'
import { driverEndpointRoutes as lines } from './routes.ts'
import { CollectionStop, Driver, DriverRouteSheet } from './views.ts'

const servedStop = CollectionStop.pick({ stopId: true, outcome: true, exception: true, servedAt: true })

/** Set if a dispatcher had marked the bin before. The driver's proof is then added to that mark. */
const byOthers = z.literal(true).optional()

/**
 * Set if the collection had ended before the outcome 'collected' arrived.
 * The message says what became of the bin.
 */
const isLate = z.literal(true).optional()
const assignment = commandAnswerSchema({ message, vehicleId: z.string() })

export const driverEndpoints = defineEndpoints(lines, {
  drivers: {
    summary: 'Drivers by name, with their trucks',
    answer: listAnswerSchema('drivers', Driver),
  },
  assignDriver: {
    summary: 'Assign a driver to a truck; each has at most one of the other',
    body: AssignDriver,
    answer: assignment,
  },
  releaseDriver: {
    summary: 'Release the driver of a truck',
    answer: assignment,
  },
  signOutDriver: {
    summary: "End all sessions of a driver, such as a lost phone's",
    answer: z.object({ message }),
  },
  takeVehicle: {
    summary: 'Take a truck that has no driver',
    body: TakeVehicle,
    answer: assignment,
  },
  driverSheet: {
    summary: "Stops of your truck's collection; nearest next with a position, otherwise as planned",
    query: z.object({
      /** Position from which a new route should start. */
      lat: z.coerce.number().min(-90).max(90).optional(),
      lon: z.coerce.number().min(-180).max(180).optional(),
      /** The collection that the phone shows. If it has ended, the response is 409 with the current one. */
      schedule: z.string().max(80).optional(),
    }),
    answer: DriverRouteSheet,
  },
  serveStop: {
    summary: 'Say what became of a stop: collected, or an exception with its code',
    body: ServeStop,
    answer: commandAnswerSchema({ stop: servedStop, byOthers, isLate, message }),
  },
  serveStops: {
    summary: 'Send outcomes that a phone recorded without a network; each has its own key and result',
    body: RecordStopOutcomes,
    answer: z.object({
      /** Present time of the server. */
      now: z.string(),
      /** One result for each outcome, in order. */
      results: z.array(
        z.object({
          key: z.string(),
          /** HTTP status, as if the outcome had been sent alone. */
          status: z.number(),
          message,
          errors: z.record(z.string(), z.string()).optional(),
          stop: servedStop.optional(),
          byOthers,
          isLate,
          position: z.string().optional(),
        }),
      ),
    }),
  },
  placeBinAtStop: {
    summary: 'Say where the bin of a stop is',
    body: SetBinPlace,
    answer: commandAnswerSchema({ place: BinPlace }),
  },
  depart: {
    summary: 'Start a planned collection of your truck; its stops are assigned now',
    body: StartPlannedCollection,
    answer: commandAnswerSchema({ message, scheduleId: z.string() }),
  },
  deliverLoad: {
    summary: 'Leave for the site with the collected bins; ends the collection',
    body: DeliverLoad,
    answer: commandAnswerSchema({ message }),
  },
  unloadTruck: {
    summary: 'Say that the load has arrived at the site',
    body: UnloadTruck,
    answer: commandAnswerSchema({ message }),
  },
  planNextTrip: {
    summary: 'Plan another collection of the same zone with your truck',
    answer: commandAnswerSchema({ message, scheduleId: z.string() }),
  },
  endShift: {
    summary: 'End the shift with fuel level and odometer, and leave the truck',
    body: EndShift,
    answer: commandAnswerSchema({ message }),
  },
  leaveVehicle: {
    summary: 'Leave your truck',
    answer: assignment,
  },
})
