/** Button that opens the photo of a weighbridge ticket over the whole screen. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'

const load = async () => (await import('#web/calls/picture-viewer.tsx')).PictureViewer
const ahead = prefetching(load)

export function TicketPicture({ url, ticket }: { url: string; ticket: string }) {
  const [opened, setOpened] = useState(false)
  const title = `Ticket ${ticket}`
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-sm" mih={32} onClick={() => setOpened(true)} {...ahead}>
        Show ticket
      </Button>
      <LazyDialog
        load={load}
        props={{ opened, close: () => setOpened(false), url, title, alt: `Photo of ticket ${ticket}` }}
      />
    </>
  )
}
