/** Endpoints of drivers: truck, list of stops (sheet), and each stop. */
import { z } from 'zod'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { BinPlace, SetBinPlaceBody } from '../reports/commands.ts'
import {
  AssignDriverBody,
  DeliverLoadBody,
  EndShiftBody,
  RecordStopOutcomesBody,
  ServeStopBody,
  StartPlannedCollectionBody,
  TakeVehicleBody,
  UnloadTruckBody,
} from './commands.ts'
import { driverEndpointRoutes as lines } from './routes.ts'
import { CollectionStop, Driver, DriverRouteSheet } from './views.ts'

const servedStop = CollectionStop.pick({ stopId: true, outcome: true, exception: true, servedAt: true })

/**
 * Set if a dispatcher had already marked the bin as collected.
 * The driver adds proof.
 */
const byOthers = z.literal(true).optional()

/**
 * Set if the outcome 'collected' arrived after the truck had left with its load, or the collection had ended.
 * The answer's message says how the bin is then counted.
 */
const isLate = z.literal(true).optional()
const assignment = createCommandAnswerSchema({ message: messageSchema, vehicleId: z.string() })

export const driverEndpoints = defineEndpoints(lines, {
  drivers: {
    summary: 'Drivers by name, with their trucks',
    answer: createListAnswerSchema('drivers', Driver),
  },
  assignDriver: {
    summary: 'Assign a driver to a truck; each has at most one of the other',
    body: AssignDriverBody,
    answer: assignment,
  },
  releaseDriver: {
    summary: 'Release the driver of a truck',
    answer: assignment,
  },
  signOutDriver: {
    summary: "End all sessions of a driver, such as a lost phone's",
    answer: z.object({ message: messageSchema }),
  },
  takeVehicle: {
    summary: 'Take a truck that has no driver',
    body: TakeVehicleBody,
    answer: assignment,
  },
  driverSheet: {
    summary: "Stops of your truck's collection; nearest next with a position, otherwise as planned",
    query: z.object({
      /** Geographic position from which a new route should start. */
      lat: z.coerce.number().min(-90).max(90).optional(),
      lon: z.coerce.number().min(-180).max(180).optional(),
      /**
       * Schedule id of the collection that the phone shows.
       * If this collection has ended, the response is 409 with the current collection.
       */
      schedule: z.string().max(80).optional(),
    }),
    answer: DriverRouteSheet,
  },
  serveStop: {
    summary: 'Say what became of a stop: collected, or an exception with its code',
    body: ServeStopBody,
    answer: createCommandAnswerSchema({ stop: servedStop, byOthers, isLate, message: messageSchema }),
  },
  serveStops: {
    summary: 'Send outcomes that a phone recorded without a network; each has its own key and result',
    body: RecordStopOutcomesBody,
    answer: z.object({
      /** Present time of the server. */
      now: z.string(),
      /** One result for each outcome in the request, in the same order as the outcomes. */
      results: z.array(
        z.object({
          key: z.string(),
          /** HTTP status that this outcome would have got in a request of its own. */
          status: z.number(),
          message: messageSchema,
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
    body: SetBinPlaceBody,
    answer: createCommandAnswerSchema({ place: BinPlace }),
  },
  depart: {
    summary: 'Start a planned collection of your truck; its stops are assigned now',
    body: StartPlannedCollectionBody,
    answer: createCommandAnswerSchema({ message: messageSchema, scheduleId: z.string() }),
  },
  deliverLoad: {
    summary: 'Leave for the site with the collected bins; ends the collection',
    body: DeliverLoadBody,
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  unloadTruck: {
    summary: 'Say that the load has arrived at the site',
    body: UnloadTruckBody,
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  planNextTrip: {
    summary: 'Plan another collection of the same zone with your truck',
    answer: createCommandAnswerSchema({ message: messageSchema, scheduleId: z.string() }),
  },
  endShift: {
    summary: 'End the shift with fuel level and odometer, and leave the truck',
    body: EndShiftBody,
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  leaveVehicle: {
    summary: 'Leave your truck',
    answer: assignment,
  },
})
