/** Notice about an unconfirmed email, with a resend. */

import { failureReason } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { toast } from '#web/ui/toasts.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import classes from './account.module.css'
import { useMeQuery, useResendConfirmationMutation } from './calls.ts'

export function UnconfirmedNotice() {
  const { user } = useSession()
  // Another device or an admin may have confirmed it, so ask the server.
  const { data } = useMeQuery(undefined, { skip: !user?.unconfirmed, refetchOnMountOrArgChange: true })
  const [resend, { isLoading }] = useResendConfirmationMutation()
  if (!user?.unconfirmed || (data && !data.unconfirmed)) return null

  async function press() {
    const answer = await resend()
    if (answer.data) toast('success', answer.data.message)
    else toast('error', 'The link was not sent', failureReason(answer.error))
  }

  return (
    <div className={classes.unconfirmed} role="status">
      <p>
        <strong>Your email is not confirmed.</strong> Open the link that we mailed to {user.email}, so that we know that
        it is yours.
      </p>
      <CommandButton variant="default" mih={44} loading={isLoading} onClick={() => void press()}>
        Send the link again
      </CommandButton>
    </div>
  )
}
