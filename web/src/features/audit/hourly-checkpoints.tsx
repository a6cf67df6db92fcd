/** Hourly checkpoints, newest first, to verify an older bundle against. */
import { Button, Group, Skeleton } from '@mantine/core'
import { IconCertificate, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { HourlyCheckpoint } from '#contract/views.ts'
import { failureText } from '#web/lib/api/api.ts'
import { saveFile } from '#web/lib/api/file.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { counted } from '#web/lib/format/numbers.ts'
import { exactTime } from '#web/lib/format/times.ts'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './audit.module.css'
import { useCheckpointsQuery } from './calls.ts'
import { AUDITORS_ROOM } from './room.ts'

/** Checkpoints of one day. */
const SIZE = 24

export function HourlyCheckpoints() {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useCheckpointsQuery(
    { page, size: SIZE },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch, AUDITORS_ROOM)
  return (
    <Panel title="Made every hour" aside={data && counted(data.total, 'checkpoint')}>
      {error && !data ? (
        <ErrorState message={failureText(error, 'The checkpoints could not be loaded')} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={168} />
      ) : data.total === 0 ? (
        <EmptyState icon={IconCertificate} title="None yet">
          The first is made at the next full hour. Auditors get each day’s first by mail.
        </EmptyState>
      ) : (
        <>
          <ul className={classes.made} aria-busy={isFetching}>
            {data.checkpoints.map((made) => (
              <Made key={made.id} made={made} />
            ))}
          </ul>
          <Group gap="xs" mt="md">
            <Button variant="default" mih={44} disabled={page === 1} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <Button variant="default" mih={44} disabled={page * SIZE >= data.total} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </Group>
        </>
      )}
    </Panel>
  )
}

function Made({ made: { id, size, note, made_at, mailed, withdrawn } }: { made: HourlyCheckpoint }) {
  const keep = () =>
    saveFile({
      url: URL.createObjectURL(new Blob([note], { type: 'text/plain' })),
      name: `checkpoint-${id}.txt`,
    })
  return (
    <li>
      <span>{exactTime(made_at)}</span>
      <span>{counted(size, 'event')}</span>
      <span>{withdrawn ? 'withdrawn' : mailed > 0 && `mailed to ${counted(mailed, 'auditor')}`}</span>
      <Button
        variant="subtle"
        mih={44}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        aria-label={`Download checkpoint of ${exactTime(made_at)}`}
        onClick={keep}
      >
        Download
      </Button>
    </li>
  )
}
