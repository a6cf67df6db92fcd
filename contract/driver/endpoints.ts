/** Endpoints of drivers: their truck, their sheet and their stops. */
import { z } from 'zod'
import { commandAnswer, endpointsOf, list, message } from '../http/endpoint.ts'
import { AssignDriver, TakeVehicle } from './commands.ts'
import { driver as lines } from './routes.ts'
import { Driver } from './views.ts'

const assignment = commandAnswer({ message, vehicleId: z.string() })

export const driver = endpointsOf(lines, {
  drivers: {
    summary: 'Drivers by name, with their trucks',
    answer: list('drivers', Driver),
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
  leaveVehicle: {
    summary: 'Leave your truck',
    answer: assignment,
  },
})
