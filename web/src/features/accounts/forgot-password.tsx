/** What to do about a forgotten password, as long as it can't be reset by mail. */
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTitle } from '../../components/shell/title.ts'
import classes from './accounts.module.css'
import { AccountsFrame } from './accounts-frame.tsx'

export function ForgotPassword() {
  useTitle('Forgot password')
  return (
    <AccountsFrame title="Forgot your password?" lead="Resetting it by mail is not in this release yet.">
      <div className={classes.prose}>
        <p>Nothing can be sent from this page. Until it can, this is who helps:</p>
        <dl>
          <dt>Residents</dt>
          <dd>
            Ask the people who run this installation, usually the waste office of your zone. To go on reporting
            meanwhile, create a new account with another email address.
          </dd>
          <dt>Dispatchers, recyclers, admins and auditors</dt>
          <dd>Ask the administrator who gave you your employee ID.</dd>
          <dt>You still know it, but typed it wrong?</dt>
          <dd>Show the password while you type with the eye beside the field.</dd>
        </dl>
      </div>
      <Button component={Link} to="/auth/signin" size="md" fullWidth>
        Back to sign in
      </Button>
    </AccountsFrame>
  )
}
