/** Parts of the frame that load after the first screen, in one file. */
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSession } from '#web/lib/api/session.ts'
import { useFreshness, usePhase } from '#web/lib/feed/use-room.ts'
import { duration } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import statesClasses from '#web/ui/states.module.css'
import { LoadingPage } from '#web/ui/states.tsx'
import { sentenceOf } from './connection-words.ts'
import classes from './shell.module.css'

// Whether the current screen's code is missing.
// The strip then refers to the screens that were opened before.

let missing = 0
const listeners = new Set<() => void>()

function count(by: number): void {
  missing += by
  for (const listen of listeners) listen()
}

/** Marks the screen as missing until the returned function runs. */
function markScreenMissing(): () => void {
  count(1)
  return () => count(-1)
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

const useIsScreenMissing = (): boolean => useSyncExternalStore(subscribe, () => missing > 0)

/**
 * Strip at the foot of a screen that is not live.
 * It states the age of the rows and which actions still work.
 */
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

/**
 * Time after which a load counts as failed, in ms.
 * With a connection, a screen takes far less.
 */
const LOAD_TIMEOUT_MS = 10_000

/**
 * Placeholder of a screen that still loads.
 * After a failed load it states the cause and the remedy.
 */
export function MissingScreen() {
  const isOffline = usePhase() === 'offline'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(markScreenMissing, [])
  if (!isOffline && !isLong) return <LoadingPage />
  return (
    <div className={`${statesClasses.page} ${statesClasses.inside}`} role="status">
      <h1 className={statesClasses.noticeTitle}>This screen could not be fetched yet</h1>
      <p className={statesClasses.noticeText}>It opens by itself when the connection is back.</p>
      {/* Offline, a reload would lose the other screens too. */}
      {!isOffline && (
        <Button size="md" onClick={() => window.location.reload()}>
          Reload Page
        </Button>
      )}
    </div>
  )
}

const TOAST_MS = 5_000

/** Without transitions: a toast that slides out would overlap the next one. */
export function ToastList() {
  return (
    <Notifications
      position="bottom-right"
      limit={1}
      autoClose={TOAST_MS}
      transitionDuration={0}
      className={classes.toasts!}
    />
  )
}
