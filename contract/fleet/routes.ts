/** Routes of the fleet: vehicles, fuel and trips. */
import { create, file, get, post, put, remove } from '../http/route.ts'

export const fleetEndpointRoutes = {
  vehicles: get('/fuel/vehicles', ['dispatcher', 'admin']),
  registerVehicle: create('/fuel/vehicles', ['dispatcher']),
  changeVehicle: put('/fuel/vehicles/:id', ['dispatcher']),
  deleteVehicle: remove('/fuel/vehicles/:id', ['dispatcher']),
  archiveVehicle: post('/fuel/vehicles/:id/archive', ['dispatcher']),
  setMaintenance: post('/fuel/vehicles/:id/maintenance', ['dispatcher']),
  refuel: post('/fuel/vehicles/refuel', ['dispatcher']),
  logTrip: create('/fuel/logs', ['dispatcher']),
  fuelLogs: get('/fuel/logs', ['dispatcher', 'admin']),
  tripsCsv: file('/fuel/logs.csv', ['dispatcher', 'admin']),
  calculateConsumption: post('/fuel/calculate-consumption', ['dispatcher']),
  fuelAnalytics: get('/fuel/analytics', ['dispatcher', 'admin']),
}
