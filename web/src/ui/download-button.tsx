/** Button that downloads a table for spreadsheets and reports the result. */
import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { failureReason } from '#web/lib/api/api.ts'
import { saveFile } from '#web/lib/api/file.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { toast } from '#web/ui/toasts.tsx'

interface DownloadButtonProps extends ButtonProps {
  /** Subject of the table with a capital: 'Trips', 'Statement'. */
  what: string
  fetch(): Promise<Parameters<typeof saveFile>[0]>
  children: string
}

export function DownloadButton({ what, fetch, ...button }: DownloadButtonProps) {
  const off = useCommandsDisabled()

  async function download() {
    try {
      const file = await fetch()
      saveFile(file)
      toast('success', `${what} downloaded`, file.name)
    } catch (error) {
      toast('error', `${what} could not be downloaded`, failureReason(error))
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
