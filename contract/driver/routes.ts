/** Routes of drivers: truck, list of stops (sheet), and each stop. */
import { defineDeleteRoute, defineGetRoute, definePostRoute, definePutRoute } from '../http/route.ts'

export const driverEndpointRoutes = {
  drivers: defineGetRoute('/auth/drivers', ['dispatcher', 'admin']),
  assignDriver: definePutRoute('/auth/vehicles/:id/driver', ['dispatcher']),
  releaseDriver: defineDeleteRoute('/auth/vehicles/:id/driver', ['dispatcher']),
  signOutDriver: defineDeleteRoute('/auth/drivers/:id/sessions', ['dispatcher']),
  takeVehicle: definePostRoute('/driver/vehicle', ['driver']),
  driverSheet: defineGetRoute('/driver/sheet', ['driver']),
  serveStop: definePostRoute('/driver/stops/:id/outcome', ['driver']),
  serveStops: definePostRoute('/driver/outcomes', ['driver']),
  placeBinAtStop: definePutRoute('/driver/stops/:id/place', ['driver']),
  depart: definePostRoute('/driver/depart', ['driver']),
  deliverLoad: definePostRoute('/driver/deliver', ['driver']),
  unloadTruck: definePostRoute('/driver/unload', ['driver']),
  planNextTrip: definePostRoute('/driver/next-trip', ['driver']),
  endShift: definePostRoute('/driver/end-shift', ['driver']),
  leaveVehicle: defineDeleteRoute('/driver/vehicle', ['driver']),
}
