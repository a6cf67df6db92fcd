/** Redirects auditors to the history. */
import { Navigate } from 'react-router'

export const AuditorDashboard = () => <Navigate to="/auditor/history" replace />
