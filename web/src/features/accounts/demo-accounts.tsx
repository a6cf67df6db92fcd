/** Demo accounts with one-click sign-in; empty if the server has none. */
import { Button } from '@mantine/core'
import classes from './accounts.module.css'
import { useDemoAccountsQuery, useDemoSignInMutation } from './calls.ts'
import { FormFailure } from './form-failure.tsx'
import { useStartSession } from './use-start-session.ts'

export function DemoAccounts() {
  const arrive = useStartSession()
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
        Try the demo as
      </h2>
      <div className={classes.demoAccounts}>
        {accounts.map(({ identifier, label }) => (
          <Button
            key={identifier}
            variant="default"
            className={classes.demoAccount}
            disabled={isLoading}
            loading={isLoading && originalArgs?.body.identifier === identifier}
            onClick={() => enter(identifier)}
          >
            <span className={classes.demoRole}>{label.split(', ')[0]}</span>
            <span className={classes.demoWhere}>{label.split(', ')[1] ?? identifier}</span>
          </Button>
        ))}
      </div>
      {error && <FormFailure failure={error} text="The demo could not be opened" />}
    </section>
  )
}
