/**
 * Strip at the foot of a screen that is not live.
 * It states the age of the rows and which actions still work.
 */
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useSession } from '#web/lib/api/session.ts'
import { useFreshness, usePhase } from '#web/lib/feed/use-room.ts'
import { duration } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import classes from './connection-strip.module.css'
import { sentenceOf } from './connection-words.ts'
import { useIsScreenMissing } from './missing-screen-state.ts'

export function ConnectionStrip() {
  const phase = usePhase()
  const { user } = useSession()
  const isUnfetched = useIsScreenMissing()
  const sentence = sentenceOf(phase, user?.role, isUnfetched)
  if (!sentence) return null
  const Icon = phase === 'offline' ? IconCloudOff : IconRefresh
  return (
    <aside className={classes.strip} data-phase={phase} aria-label="Connection">
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <p className={classes.words}>
        <span role="status">
          <b>{sentence.title}</b> {sentence.text}
        </span>{' '}
        {!isUnfetched && <Age />}
      </p>
    </aside>
  )
}

function Age() {
  const { heardAt } = useFreshness()
  const now = useNow(0)
  return (
    <span className="ws-figures">
      {heardAt === null ? 'Nothing could be fetched yet.' : `What you see is ${duration(now - heardAt)} old.`}
    </span>
  )
}
