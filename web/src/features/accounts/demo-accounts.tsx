/** Sign-in buttons for an installation's demo accounts. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { roleNameOf } from '#web/lib/format/labels.ts'
import classes from './accounts.module.css'
import { FormErrorAlert, useStartSession } from './accounts-frame.tsx'
import { useDemoAccountsQuery, useDemoSignInMutation } from './calls.ts'

/** Renders one-click sign-ins, or nothing without demo accounts. */
export function DemoAccounts() {
  const arrive = useStartSession({ demo: true })
  const { data: accounts } = useDemoAccountsQuery()
  const [send, { isLoading, error, originalArgs }] = useDemoSignInMutation()
  if (!accounts?.length) return null

  const enter = async (identifier: string) => {
    const answer = await send({ body: { identifier } })
    if (answer.data) arrive(answer.data)
  }

  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={classes.demoTitle}>
        <Trans>Try the demo as</Trans>
      </h2>
      <div className={classes.demoAccounts}>
        {accounts.map(({ identifier, label, role }) => (
          <Button
            key={identifier}
            variant="default"
            className={classes.demoAccount}
            disabled={isLoading}
            loading={isLoading && originalArgs?.body.identifier === identifier}
            onClick={() => enter(identifier)}
          >
            <span className={classes.demoRole}>{roleNameOf(role)}</span>
            <span className={classes.demoWhere}>{label.split(', ')[1] ?? identifier}</span>
          </Button>
        ))}
      </div>
      <Anchor component={Link} to="/demo/phone" underline="always">
        <Trans>Report with a simple phone</Trans>
      </Anchor>
      {error && <FormErrorAlert failure={error} text={t`The demo could not be opened`} />}
    </section>
  )
}
