/** The phone simulator of the demo: a keypad phone that calls the endpoint of a gateway. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { KeypadPhone, SmsList } from '#web/features/simulator/keypad-phone.tsx'
import { SERVICE_CODE } from '#web/features/simulator/phone-state.ts'
import classes from '#web/features/simulator/simulator.module.css'
import { useKeypadPhone } from '#web/features/simulator/use-phone.ts'
import { LoadingPage } from '#web/ui/states.tsx'
import { Article } from './public-frame.tsx'

export function DemoPhone() {
  return (
    <Article title={t`Report without a smartphone`} lead={t`This phone is simulated, but it dials the real server.`}>
      <Simulator />
    </Article>
  )
}

function Simulator() {
  const phone = useKeypadPhone()
  const { line, retry } = phone
  if (line.state === 'opening') return <LoadingPage />
  if (line.state === 'none')
    return (
      <p role="alert">
        <Trans>There is no phone simulator here. It exists only in the demo on your own computer.</Trans>
      </p>
    )
  if (line.state === 'failed')
    return (
      <p role="alert">
        <Trans>The phone could not be opened. Check your connection.</Trans>{' '}
        <Button mih={36} onClick={() => void retry()}>
          <Trans>Retry</Trans>
        </Button>
      </p>
    )
  return (
    <div className={classes.page}>
      <KeypadPhone phone={phone} number={line.phone.number} />
      <div className={classes.beside}>
        <section aria-labelledby="steps-title">
          <h2 id="steps-title" className={classes.subtitle}>
            <Trans>Try it</Trans>
          </h2>
          <ol className={classes.steps}>
            <li>{t`Press the green key. It dials ${{ code: SERVICE_CODE }}.`}</li>
            <li>
              <Trans>Press 1, then the green key, and choose a zone. Your name is optional.</Trans>
            </li>
            <li>
              <Trans>
                The report is on the board. <Link to="/auth/signin">Sign in as a dispatcher</Link> in another tab and
                send a truck: the SMS arrives here.
              </Trans>
            </li>
          </ol>
          <p className={classes.hint}>
            <Trans>
              You can also use the keyboard: type digits, Enter sends, Backspace erases, Escape hangs up. Each browser
              tab has its own phone number.
            </Trans>
          </p>
        </section>
        <SmsList phone={phone} />
      </div>
    </div>
  )
}
