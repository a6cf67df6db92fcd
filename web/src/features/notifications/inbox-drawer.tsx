/** The drawer that the bell opens. */
import { Drawer } from '#web/components/drawer.tsx'
import { Inbox, type InboxProps } from './inbox.tsx'

export function InboxDrawer({ opened, close, ...inbox }: InboxProps & { opened: boolean; close(): void }) {
  return (
    <Drawer title="Your notifications" opened={opened} close={close}>
      <Inbox {...inbox} />
    </Drawer>
  )
}
