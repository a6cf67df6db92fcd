/**
 * Confirms an email address with the token of a mailed link.
 * It needs a press, because mail scanners open links.
 */
import { Anchor, Button, Stack } from '@mantine/core'
import { Link } from 'react-router'
import classes from '#web/features/accounts/accounts.module.css'
import { AccountsFrame, useTokenOfAddress } from '#web/features/accounts/accounts-frame.tsx'
import { useConfirmEmailMutation } from '#web/features/accounts/calls.ts'
import { FormFailure } from '#web/features/accounts/form-fields.tsx'
import { useAttempt } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { homeOf } from '#web/pages/home.ts'

export function ConfirmEmail() {
  const token = useTokenOfAddress()
  const { user, token: own, signIn } = useSession()
  const [confirm, { data, error, isLoading }] = useConfirmEmailMutation()
  // The key of a repeated press after a lost response returns the first result.
  const attempt = useAttempt()
  useTitle('Confirm your email')

  async function press() {
    const body = { token }
    // `error` shows the reason above the button.
    const done = await attempt(body, (key) => confirm({ body, key }).unwrap()).catch(() => undefined)
    if (done && user?.unconfirmed && own) signIn({ user: { ...user, unconfirmed: undefined }, token: own })
  }

  return (
    <AccountsFrame title="Confirm your email" lead="So that we know that it is yours.">
      <Stack gap="md">
        {data && (
          <p className={classes.notice} role="status">
            Your email is confirmed. Thank you.
          </p>
        )}
        {!data && token && (
          <Button size="md" fullWidth onClick={() => void press()} disabled={isLoading}>
            {isLoading ? 'Confirming...' : 'Confirm my email'}
          </Button>
        )}
        {error && <FormFailure failure={error} text="Your email could not be confirmed" />}
        {!token && <FormFailure text="This link is not complete. Open it from the mail again." />}
      </Stack>
      <p className={classes.otherwise}>
        <Anchor component={Link} to={user ? homeOf(user.role) : '/auth/signin'} underline="always">
          {user ? 'Go to your dashboard' : 'Sign in'}
        </Anchor>
      </p>
    </AccountsFrame>
  )
}
