/** The first screen of drivers: their account. */
import { Navigate } from 'react-router'

export function DriverDashboard() {
  return <Navigate to="/driver/profile" replace />
}
