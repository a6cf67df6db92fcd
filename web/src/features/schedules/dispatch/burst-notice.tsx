/** Notice about many simultaneous reports of new accounts in a zone, with a button that accepts them. */

import { Button } from '@mantine/core'
import type { ZoneStatus } from '#contract/views.ts'
import { useClearBurstMutation } from '#web/features/schedules/calls.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { ChangeFailure } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './burst-notice.module.css'
import { acceptedText, burstAdvice } from './burst-words.ts'

export function BurstNotice({ zone: { zone, burst } }: { zone: ZoneStatus }) {
  const { pending, failure, send } = useCommand('zones')
  const off = useCommandsDisabled()
  const [clear] = useClearBurstMutation()
  const isAutomatic = useRoom('configuration').rows[0]?.automaticDispatch ?? false
  if (!burst) return null

  async function letPass() {
    const body = { zone }
    // `failure` shows the reason beside the button.
    const done = await send(body, (key) => clear({ body, key }).unwrap()).catch(() => undefined)
    if (done) toast('success', acceptedText(isAutomatic, zone))
  }

  return (
    <div className={classes.notice} role="status">
      <p>
        <strong>{figure(burst.reports)} new accounts reported within an hour.</strong> {burstAdvice(isAutomatic)}
      </p>
      <Button
        variant="default"
        size="sm"
        h="var(--row-control, 44px)"
        px="sm"
        loading={pending}
        onClick={() => void letPass()}
        {...off}
      >
        Let them pass
      </Button>
      <ChangeFailure failure={failure} text="They could not be let pass" />
    </div>
  )
}
