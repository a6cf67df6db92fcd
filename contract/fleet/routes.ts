/** Routes of the fleet: vehicles, fuel and trips. */
import {
  defineCreateRoute,
  defineDeleteRoute,
  defineFileRoute,
  defineGetRoute,
  definePostRoute,
  definePutRoute,
} from '../http/route.ts'

export const fleetEndpointRoutes = {
  vehicles: defineGetRoute('/fuel/vehicles', ['dispatcher', 'admin']),
  registerVehicle: defineCreateRoute('/fuel/vehicles', ['dispatcher']),
  changeVehicle: definePutRoute('/fuel/vehicles/:id', ['dispatcher']),
  deleteVehicle: defineDeleteRoute('/fuel/vehicles/:id', ['dispatcher']),
  archiveVehicle: definePostRoute('/fuel/vehicles/:id/archive', ['dispatcher']),
  setMaintenance: definePostRoute('/fuel/vehicles/:id/maintenance', ['dispatcher']),
  refuel: definePostRoute('/fuel/vehicles/refuel', ['dispatcher']),
  logTrip: defineCreateRoute('/fuel/logs', ['dispatcher']),
  fuelLogs: defineGetRoute('/fuel/logs', ['dispatcher', 'admin']),
  tripsCsv: defineFileRoute('/fuel/logs.csv', ['dispatcher', 'admin']),
  calculateConsumption: definePostRoute('/fuel/calculate-consumption', ['dispatcher']),
  fuelAnalytics: defineGetRoute('/fuel/analytics', ['dispatcher', 'admin']),
}
