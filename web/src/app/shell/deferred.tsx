/** Parts of the page frame that load together after the first screen, such as toasts. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Role } from '#domain/city.ts'
import { useSession } from '#web/lib/api/session.ts'
import type { ConnectionPhase } from '#web/lib/feed/room.ts'
import { useConnectionPhase, useFeedFreshness } from '#web/lib/feed/use-room.ts'
import { formatDuration } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import statesClasses from '#web/ui/states.module.css'
import { LoadingPage } from '#web/ui/states.tsx'
import classes from './shell.module.css'

// Counts screens whose code could not be loaded.
// If any, the connection strip says that opened screens still work.

let missing = 0
const listeners = new Set<() => void>()

function count(by: number): void {
  missing += by
  for (const listen of listeners) listen()
}

/** Marks a screen as not loaded yet until the returned function is called. */
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
 * Strip that is shown while a screen is not live.
 * It says how old the rows are, and which actions still work.
 */
export function ConnectionStrip() {
  const phase = useConnectionPhase()
  const { user } = useSession()
  const isUnfetched = useIsScreenMissing()
  const sentence = connectionTextOf(phase, user?.role, isUnfetched)
  if (!sentence) return null
  const Icon = phase === 'offline' ? IconCloudOff : IconRefresh
  return (
    <aside className={classes.strip} data-phase={phase} aria-label={t`Connection`}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <p className={classes.words}>
        <span role="status">
          <b>{sentence.title}</b> <span>{sentence.text}</span>
        </span>{' '}
        {!isUnfetched && <Age />}
      </p>
    </aside>
  )
}

function Age() {
  const { heardAt } = useFeedFreshness()
  const now = useNow(0)
  return (
    <span className="ws-figures">
      {heardAt === null ? t`No data has been loaded yet.` : t`Updated ${formatDuration(now - heardAt)} ago.`}
    </span>
  )
}

/**
 * Time in ms after which loading a screen has failed.
 * Usually it takes far less.
 */
const LOAD_TIMEOUT_MS = 10_000

/**
 * Placeholder while a screen loads.
 * After a failure it shows the cause and a remedy.
 */
export function ScreenLoadFallback() {
  const isOffline = useConnectionPhase() === 'offline'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(markScreenMissing, [])
  if (!isOffline && !isLong) return <LoadingPage />
  return (
    <div className={`${statesClasses.page} ${statesClasses.inside}`} role="status">
      <h1 className={statesClasses.noticeTitle}>
        <Trans>This screen has not been loaded yet</Trans>
      </h1>
      <p className={statesClasses.noticeText}>
        <Trans>The screen opens automatically when you are online.</Trans>
      </p>
      {/* Offers no reload while offline, because it would lose the screens that are already loaded. */}
      {!isOffline && (
        <Button size="md" onClick={() => window.location.reload()}>
          <Trans>Reload Page</Trans>
        </Button>
      )}
    </div>
  )
}

const TOAST_MS = 5_000

/** List of toasts without transitions, because a toast that fades out would overlap the next. */
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

function offlineText(role: Role | undefined): string {
  if (role === 'resident') return t`You can still report your bin. The report is sent when you are online.`
  if (role === 'driver') return t`Continue your route. Your entries are sent when you are online.`
  return role === 'auditor'
    ? t`You can still read this screen. Everything else needs a connection.`
    : t`You can still read this screen. Actions are disabled until you are online.`
}

/**
 * Returns the connection strip's text; undefined for a live or connecting screen.
 * `isUnfetched`: the screen's code could not be loaded.
 */
export function connectionTextOf(
  phase: ConnectionPhase,
  role: Role | undefined,
  isUnfetched = false,
): { title: string; text: string } | undefined {
  if (phase === 'offline' && isUnfetched)
    return { title: t`Offline.`, text: t`You can still read screens that you have opened before.` }
  if (phase === 'offline') return { title: t`Offline.`, text: offlineText(role) }
  if (phase !== 'polling') return undefined
  return { title: t`Not live.`, text: t`This screen refreshes every 30 s. All actions work.` }
}
