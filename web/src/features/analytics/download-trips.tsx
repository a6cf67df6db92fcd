/** Button that downloads the period's trips as a table for spreadsheets. */
import { DownloadButton } from '#web/calls/download-button.tsx'
import type { Period } from './analytics-words.ts'
import { useTripsCsvMutation } from './calls.ts'

export function DownloadTrips({ period }: { period: Period }) {
  const [fetch, { isLoading }] = useTripsCsvMutation()
  return (
    <DownloadButton what="Trips" fetch={() => fetch({ period }).unwrap()} loading={isLoading} fz="xs" px="sm">
      Download trips
    </DownloadButton>
  )
}
