/**
 * Placeholder of a screen that still loads.
 * After a failed load it states the cause and the remedy.
 */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { LoadingPage } from '#web/components/loading-page.tsx'
import classes from '#web/components/notice.module.css'
import { usePhase } from '#web/feed/use-room.ts'
import { markUnfetched } from './unfetched.ts'

/**
 * Time after which a load counts as failed, in ms.
 * With a connection, a screen takes far less.
 */
const LONG_MS = 10_000

export function UnfetchedScreen() {
  const isOffline = usePhase() === 'offline'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(markUnfetched, [])
  if (!isOffline && !isLong) return <LoadingPage />
  return (
    <div className={`${classes.page} ${classes.inside}`} role="status">
      <h1 className={classes.title}>This screen could not be fetched yet</h1>
      <p className={classes.text}>It opens by itself when the connection is back.</p>
      {/* Offline, a reload would lose the other screens too. */}
      {!isOffline && (
        <Button size="md" onClick={() => window.location.reload()}>
          Reload Page
        </Button>
      )}
    </div>
  )
}
