/** The checkpoint key: consequences of a change, and its button. */
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { LazyDialog, preloadHandlers } from '#web/ui/lazy-panel.tsx'
import { Panel } from '#web/ui/page.tsx'
import classes from '../audit.module.css'

const load = async () => (await import('./change-key-dialog.tsx')).ChangeKeyDialog
const ahead = preloadHandlers(load)

export function KeyPanel() {
  const [opened, setOpened] = useState(false)
  return (
    <Panel title="Checkpoint key">
      <p className={classes.text}>
        This key signs the checkpoints that prove what the log holds. Change it when somebody may have got hold of it.
        Checkpoints that were signed before stay valid. From then on the new key signs, and the one before it beside it,
        so that whoever has the old key can go over to the new one.
      </p>
      <Button
        variant="default"
        mih={44}
        leftSection={<IconKey size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
        {...ahead}
      >
        Change key
      </Button>
      <LazyDialog load={load} props={{ opened, close: () => setOpened(false) }} />
    </Panel>
  )
}
