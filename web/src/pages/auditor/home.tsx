/** Where auditors land: the history. */
import { Navigate } from 'react-router'

export const AuditorHome = () => <Navigate to="/auditor/history" replace />
