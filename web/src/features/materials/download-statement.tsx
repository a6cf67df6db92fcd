/** The button that keeps a statement day by day as a table for spreadsheets. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { QueryOf } from '#contract/endpoints.ts'
import { failureText } from '#web/calls/api.ts'
import { saveFile } from '#web/calls/file.ts'
import { toast } from '#web/components/toasts.tsx'
import { useOff } from '#web/hooks/past.ts'
import { useStatementCsvMutation } from './calls.ts'

export function DownloadStatement({ asked }: { asked: QueryOf<'statementCsv'> }) {
  const off = useOff()
  const [fetchFile, { isLoading }] = useStatementCsvMutation()

  async function download() {
    try {
      const statement = await fetchFile(asked).unwrap()
      saveFile(statement)
      toast('success', 'Statement downloaded', statement.name)
    } catch (error) {
      toast('error', 'The statement could not be downloaded', failureText(error, 'Please try again in a moment.'))
    }
  }

  return (
    <Button
      variant="default"
      mih={44}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={isLoading}
      onClick={() => void download()}
      {...off}
    >
      Download CSV
    </Button>
  )
}
