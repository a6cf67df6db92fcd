/** Routes of drivers: their truck, their list of stops (sheet), and each stop. */
import { get, post, put, remove } from '../http/route.ts'

export const driverEndpointRoutes = {
  drivers: get('/auth/drivers', ['dispatcher', 'admin']),
  assignDriver: put('/auth/vehicles/:id/driver', ['dispatcher']),
  releaseDriver: remove('/auth/vehicles/:id/driver', ['dispatcher']),
  signOutDriver: remove('/auth/drivers/:id/sessions', ['dispatcher']),
  takeVehicle: post('/driver/vehicle', ['driver']),
  driverSheet: get('/driver/sheet', ['driver']),
  serveStop: post('/driver/stops/:id/outcome', ['driver']),
  serveStops: post('/driver/outcomes', ['driver']),
  placeBinAtStop: put('/driver/stops/:id/place', ['driver']),
  depart: post('/driver/depart', ['driver']),
  deliverLoad: post('/driver/deliver', ['driver']),
  unloadTruck: post('/driver/unload', ['driver']),
  planNextTrip: post('/driver/next-trip', ['driver']),
  endShift: post('/driver/end-shift', ['driver']),
  leaveVehicle: remove('/driver/vehicle', ['driver']),
}
