/** A user's sessions with browser and times; each or all others can be ended. */

import type { Security } from '#contract/views.ts'
import { Badge } from '#web/components/badge.tsx'
import { CommandButton } from '#web/components/command-button.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { toast } from '#web/components/toasts.tsx'
import classes from './account.module.css'
import { FormFailure } from './form-failure.tsx'
import { useEndOtherSessionsMutation, useEndSessionMutation } from './security-calls.ts'

type One = Security['sessions'][number]

export function Sessions({ sessions }: { sessions: readonly One[] }) {
  const [endOthers, { isLoading, error }] = useEndOtherSessionsMutation()
  const others = sessions.some(({ present }) => !present)

  async function end() {
    const { data } = await endOthers()
    if (data) toast('success', 'All other sessions were ended')
  }

  return (
    <>
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {error && <FormFailure failure={error} text="The sessions could not be ended" />}
      {others && (
        <div className={classes.save}>
          <CommandButton variant="default" size="md" mih={44} loading={isLoading} onClick={() => void end()}>
            End all others
          </CommandButton>
        </div>
      )}
    </>
  )
}

function Session({ session: { id, device, since, seen, present } }: { session: One }) {
  const [end, { isLoading, error }] = useEndSessionMutation()
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.tileTitle}>{device}</p>
        <p className={classes.hint}>
          Signed in <RelativeTime iso={since} /> · last used <RelativeTime iso={seen} />
        </p>
        {error && <FormFailure failure={error} text="The session could not be ended" />}
      </div>
      {present ? (
        <Badge tone="done">This one</Badge>
      ) : (
        <CommandButton
          variant="default"
          mih={44}
          fz="xs"
          px="sm"
          loading={isLoading}
          aria-label={`End the session of ${device}`}
          onClick={() => void end({ id })}
        >
          End
        </CommandButton>
      )}
    </li>
  )
}
