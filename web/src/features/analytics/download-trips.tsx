/** The button that keeps the trips of the period as a table for spreadsheets. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { failureText } from '#web/calls/api.ts'
import { saveFile } from '#web/calls/file.ts'
import { toast } from '#web/components/toasts.tsx'
import { useOff } from '#web/hooks/past.ts'
import type { Period } from './analytics-words.ts'
import { useTripsCsvMutation } from './calls.ts'

export function DownloadTrips({ period }: { period: Period }) {
  const off = useOff()
  const [fetchTrips, { isLoading }] = useTripsCsvMutation()

  async function download() {
    try {
      const trips = await fetchTrips({ period }).unwrap()
      saveFile(trips)
      toast('success', 'Trips downloaded', trips.name)
    } catch (error) {
      toast('error', 'The trips could not be downloaded', failureText(error, 'Please try again in a moment.'))
    }
  }

  return (
    <Button
      variant="default"
      mih={44}
      fz="xs"
      px="sm"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={isLoading}
      onClick={() => void download()}
      {...off}
    >
      Download trips
    </Button>
  )
}
