/** Offers a newer version; the page reloads only on request. */
import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import classes from './new-version.module.css'
import { newVersion } from './worker.ts'

export function NewVersion() {
  const ready = useSyncExternalStore(newVersion.subscribe, newVersion.isReady, newVersion.isReady)
  const [later, setLater] = useState(false)
  if (!ready || later) return null
  return (
    <div className={classes.offer} role="status">
      <span className={classes.text}>A new version is ready</span>
      <Button variant="subtle" mih={44} onClick={() => setLater(true)}>
        Later
      </Button>
      <Button mih={44} onClick={newVersion.take}>
        Reload
      </Button>
    </div>
  )
}
