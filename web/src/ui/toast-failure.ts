/** Toast of a failed command. */

import { commandFailureReason, type Failure } from '#web/lib/api/api.ts'
import { toast } from '#web/ui/toasts.tsx'

/**
 * Shows the server's text, or else the failed action and its possible outcome.
 * A conflict (409) shows as a warning.
 */
export function toastFailure(error: unknown, what: string): void {
  const { message, status } = error as Partial<Failure>
  const kind = status === 409 ? 'warning' : 'error'
  if (message) toast(kind, message)
  else toast(kind, what, commandFailureReason(error))
}
