/** Button that downloads a statement by day as a table for spreadsheets. */
import type { QueryOf } from '#contract/endpoints.ts'
import { DownloadButton } from '#web/ui/downloads.tsx'
import { useStatementCsvMutation } from './calls.ts'

export function DownloadStatement({ asked }: { asked: QueryOf<'statementCsv'> }) {
  const [fetch, { isLoading }] = useStatementCsvMutation()
  return (
    <DownloadButton what="Statement" fetch={() => fetch(asked).unwrap()} loading={isLoading}>
      Download CSV
    </DownloadButton>
  )
}
