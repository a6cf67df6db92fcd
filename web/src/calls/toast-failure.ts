/** The toast of a command that failed. */
import { toast } from '#web/components/toasts.tsx'
import { type Failure, reasonOf } from './api.ts'

/** What the server said of it; where it said nothing, what failed, and what that leaves open. Whoever was only too late is warned. */
export function toastFailure(error: unknown, what: string): void {
  const { message, status } = error as Partial<Failure>
  const kind = status === 409 ? 'warning' : 'error'
  if (message) toast(kind, message)
  else toast(kind, what, reasonOf(error))
}
