/** Redirects drivers to their profile. */
import { Navigate } from 'react-router'

export function DriverDashboard() {
  return <Navigate to="/driver/profile" replace />
}
