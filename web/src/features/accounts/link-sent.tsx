/** Confirmation after a link was requested, with a resend after a pause. */
import { Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { withUnit } from '#web/lib/format/numbers.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import classes from './accounts.module.css'

const PAUSE_MS = 30_000

export interface LinkSentProps {
  sentTo: string
  busy: boolean
  /** Error of the last attempt. */
  failure: ReactNode
  again(): Promise<void>
  /** Returns to the form for another email or employee ID. */
  other(): void
}

export function LinkSent({ sentTo, busy, failure, again, other }: LinkSentProps) {
  const [since, setSince] = useState(Date.now)
  const left = Math.ceil((since + PAUSE_MS - useNow(1_000)) / 1_000)

  async function sendAgain() {
    await again()
    setSince(Date.now())
  }

  return (
    <Stack gap="md">
      <div className={classes.notice} role="status">
        <p>
          If an account exists for <strong>{sentTo}</strong>, we have sent a link to its email address. The link works
          once, and for a short time only.
        </p>
        <p>Nothing there after a few minutes? Look into the spam folder, then send it again.</p>
      </div>
      {failure}
      <Button variant="default" size="md" fullWidth onClick={sendAgain} disabled={busy || left > 0}>
        {left > 0 ? `Send again in ${withUnit(Math.min(left, PAUSE_MS / 1_000), 's')}` : 'Send again'}
      </Button>
      <Button variant="transparent" color="var(--ws-text)" size="md" fullWidth onClick={other}>
        Use another email or employee ID
      </Button>
    </Stack>
  )
}
