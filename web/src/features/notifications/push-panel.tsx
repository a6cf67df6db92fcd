/** Settings of pushes on this device: explanation, state, switch and test. */
import { Button, Skeleton } from '@mantine/core'
import { Badge, type Tone } from '#web/components/badge.tsx'
import { Panel } from '#web/components/panel.tsx'
import classes from './push-panel.module.css'
import type { PushState } from './this-browser.ts'
import { usePush } from './use-push.ts'

const words: Record<PushState, { tone: Tone; label: string; text: string }> = {
  unsupported: {
    tone: 'plain',
    label: 'Not supported',
    text: 'This browser can’t show them here. On an iPhone or iPad, add WasteSense to the home screen first; elsewhere the page must be opened over https.',
  },
  blocked: {
    tone: 'critical',
    label: 'Blocked',
    text: 'This browser was told not to show notifications of WasteSense. Allow them in its settings for this site, then come back.',
  },
  off: {
    tone: 'plain',
    label: 'Off',
    text: 'They appear on this device also while WasteSense is closed: those that you chose above, and nothing else.',
  },
  on: {
    tone: 'done',
    label: 'On for this device',
    text: 'They appear on this device also while WasteSense is closed, until you sign out or switch them off.',
  },
}

export function PushPanel({ userId }: { userId: string }) {
  const { state, pending, outcome, switchOn, switchOff, test } = usePush(userId)
  return (
    <Panel
      title="Notifications on this device"
      aside={state && <Badge tone={words[state].tone}>{words[state].label}</Badge>}
    >
      {state ? <p className={classes.text}>{words[state].text}</p> : <Skeleton height={44} />}
      {state && (
        <p className={classes.text}>
          Your browser’s maker carries them, encrypted: it learns that one came, not what it says.
        </p>
      )}
      <div className={classes.actions}>
        {state === 'off' && (
          <Button variant="default" mih={44} loading={pending} onClick={switchOn}>
            Switch on
          </Button>
        )}
        {state === 'on' && (
          <>
            <Button variant="default" mih={44} loading={pending} onClick={test}>
              Send a test
            </Button>
            <Button variant="subtle" color="gray" mih={44} disabled={pending} onClick={switchOff}>
              Switch off
            </Button>
          </>
        )}
      </div>
      <p className={classes.outcome} role="status" data-good={outcome?.good}>
        {outcome?.text}
      </p>
    </Panel>
  )
}
