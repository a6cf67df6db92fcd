/** Thanks a user who has just deleted the account. */
import { Button } from '@mantine/core'
import { Link, Navigate } from 'react-router'
import { AccountsFrame } from '#web/features/accounts/accounts-frame.tsx'
import { useSession } from '#web/lib/api/session.ts'
import { useTitle } from '#web/lib/hooks/page.ts'

export function AccountDeleted() {
  const { farewell } = useSession()
  useTitle('Account deleted')
  if (!farewell) return <Navigate to="/" replace />
  return (
    <AccountsFrame title="Your account is deleted" lead="Thank you for helping to keep your zone clean.">
      <p role="status">
        You are logged out. Your name, email, phone and notes can no longer be read by anybody, in no copy and no
        backup.
      </p>
      <Button component={Link} to="/" size="md" fullWidth>
        Go to the start page
      </Button>
    </AccountsFrame>
  )
}
