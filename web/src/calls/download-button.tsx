/** The button that fetches a table for spreadsheets and keeps it as a file; says so, and why not where it fails. */
import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { toast } from '#web/components/toasts.tsx'
import { useOff } from '#web/hooks/past.ts'
import { whyOf } from './api.ts'
import { saveFile } from './file.ts'

interface Wanted extends ButtonProps {
  /** What the table is of, as a sentence begins: 'Trips', 'Statement'. */
  what: string
  /** Asks the server for it. */
  fetch(): Promise<Parameters<typeof saveFile>[0]>
  children: string
}

export function DownloadButton({ what, fetch, ...button }: Wanted) {
  const off = useOff()

  async function download() {
    try {
      const file = await fetch()
      saveFile(file)
      toast('success', `${what} downloaded`, file.name)
    } catch (error) {
      toast('error', `${what} could not be downloaded`, whyOf(error))
    }
  }

  return (
    <Button
      variant="default"
      mih={44}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => void download()}
      {...off}
      {...button}
    />
  )
}
