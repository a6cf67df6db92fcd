/** Button that downloads a table for spreadsheets and reports the result. */
import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { toast } from '#web/components/toasts.tsx'
import { useOff } from '#web/hooks/past.ts'
import { whyOf } from './api.ts'
import { saveFile } from './file.ts'

interface Wanted extends ButtonProps {
  /** Subject of the table with a capital: 'Trips', 'Statement'. */
  what: string
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
