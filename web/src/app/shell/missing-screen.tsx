/**
 * Placeholder of a screen that still loads.
 * After a failed load it states the cause and the remedy.
 */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { usePhase } from '#web/lib/feed/use-room.ts'
import classes from '#web/ui/states.module.css'
import { LoadingPage } from '#web/ui/states.tsx'
import { markScreenMissing } from './missing-screen-state.ts'

/**
 * Time after which a load counts as failed, in ms.
 * With a connection, a screen takes far less.
 */
const LOAD_TIMEOUT_MS = 10_000

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
    <div className={`${classes.page} ${classes.inside}`} role="status">
      <h1 className={classes.noticeTitle}>This screen could not be fetched yet</h1>
      <p className={classes.noticeText}>It opens by itself when the connection is back.</p>
      {/* Offline, a reload would lose the other screens too. */}
      {!isOffline && (
        <Button size="md" onClick={() => window.location.reload()}>
          Reload Page
        </Button>
      )}
    </div>
  )
}
