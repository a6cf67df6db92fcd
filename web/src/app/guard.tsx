/** Restricts a role's screens to its users and redirects everyone else. */
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Role } from '#rules/city.ts'
import { useSession } from '#web/calls/session.ts'
import { LoadingPage } from '#web/components/loading-page.tsx'
import { homeOf } from '#web/pages/home.ts'

interface GuardProps {
  role: Role
  /** Shown instead of the children until the user has chosen a password. */
  ownPassword: ReactNode
  children: ReactNode
}

/**
 * Shows the children to a signed-in user of the role.
 * Without a user it redirects to /login, which remembers the requested address.
 */
export function Guard({ role, ownPassword, children }: GuardProps) {
  const { loading, user, farewell } = useSession()
  const location = useLocation()
  if (loading) return <LoadingPage />
  if (farewell) return <Navigate to="/account-deleted" replace />
  if (!user) return <Navigate to="/login" replace state={{ from: location }} />
  if (user.role !== role) return <Navigate to={homeOf(user.role)} replace />
  if (user.mustChangePassword) return ownPassword
  return children
}
