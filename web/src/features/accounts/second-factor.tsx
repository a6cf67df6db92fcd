/** State of a staff member's second factor, with buttons to enable or disable it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Badge } from '#web/components/badge.tsx'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import classes from './account.module.css'

const loadOn = async () => (await import('./second-factor-on.tsx')).SecondFactorOn
const loadOff = async () => (await import('./second-factor-off.tsx')).SecondFactorOff

export function SecondFactor({ active, recoveryCodes }: { active: boolean; recoveryCodes: number }) {
  const [doing, setDoing] = useState<'on' | 'off' | null>(null)
  const close = () => setDoing(null)
  return (
    <Panel title="Second factor" aside={<Badge tone={active ? 'done' : 'plain'}>{active ? 'On' : 'Off'}</Badge>}>
      <div className={classes.dangerRow}>
        <p>
          {active
            ? `Signing in asks for a code of your authenticator app. ${left(recoveryCodes)}`
            : 'Asks for a code from an authenticator app beside your password, so that the password alone opens nothing.'}
        </p>
        <Button
          variant="default"
          mih={44}
          onClick={() => setDoing(active ? 'off' : 'on')}
          {...prefetching(active ? loadOff : loadOn)}
        >
          {active ? 'Switch off' : 'Set up'}
        </Button>
      </div>
      <LazyDialog load={loadOn} props={{ opened: doing === 'on', close }} />
      <LazyDialog load={loadOff} props={{ opened: doing === 'off', close }} />
    </Panel>
  )
}

const left = (codes: number) => (codes === 1 ? '1 recovery code is left.' : `${codes} recovery codes are left.`)
