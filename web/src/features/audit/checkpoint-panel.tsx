/** The signed checkpoint of the current log, to store elsewhere and compare with a later one. */
import { Button, Group, Skeleton } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { failureReason, failureText } from '#web/lib/api/api.ts'
import { saveFile } from '#web/lib/api/file.ts'
import { counted } from '#web/lib/format/numbers.ts'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toasts.tsx'
import classes from './audit.module.css'
import { useCheckpointMutation, useProofQuery } from './calls.ts'

const FAILED = 'The checkpoint could not be loaded'

export function CheckpointPanel() {
  const { data, error, isFetching, refetch } = useProofQuery(undefined, { refetchOnMountOrArgChange: true })
  const [fetchFile, { isLoading }] = useCheckpointMutation()

  async function download() {
    try {
      saveFile(await fetchFile().unwrap())
    } catch (refused) {
      toast('error', FAILED, failureReason(refused))
    }
  }

  return (
    <Panel title="Signed checkpoint">
      {error && !data ? (
        <ErrorState message={failureText(error, FAILED)} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={168} />
      ) : (
        <>
          <p className={classes.text}>
            The log holds {counted(data.size, 'event')}. Keep this checkpoint in another place: of any later log it can
            be proved that it began so.
          </p>
          <dl className={classes.facts}>
            <dt>Root</dt>
            <dd className={classes.code}>{data.root}</dd>
            <dt>Verifier key</dt>
            <dd className={classes.code}>{data.key}</dd>
          </dl>
          <Group gap="xs" mt="md">
            <Button
              mih={44}
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              loading={isLoading}
              onClick={() => void download()}
            >
              Download checkpoint
            </Button>
            <Button
              variant="default"
              mih={44}
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              loading={isFetching}
              onClick={() => void refetch()}
            >
              Refresh
            </Button>
          </Group>
        </>
      )}
    </Panel>
  )
}
