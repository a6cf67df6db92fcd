/** A screen on its way: where it can't be fetched, it says why and what can be done. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { LoadingPage } from '#web/components/loading-page.tsx'
import classes from '#web/components/notice.module.css'
import { usePhase } from '#web/feed/use-room.ts'
import { markUnfetched } from './unfetched.ts'

/** With a connection it is there long before; without, or when the server has a newer one only, it is not. */
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
      {/* Who loads the page anew without a connection loses what stands on the other screens. */}
      {!isOffline && (
        <Button size="md" onClick={() => window.location.reload()}>
          Reload Page
        </Button>
      )}
    </div>
  )
}
