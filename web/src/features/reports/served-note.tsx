/** Note about the crew's work at the resident's bin, with photo. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { Report, StopOutcomeView } from '#contract/views.ts'
import { Picture } from '#web/lib/api/pictures.tsx'
import { formatRecentTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import { describeUncollectedReason } from './report-state.ts'
import classes from './resident-reports.module.css'

const MINUTE_MS = 60_000
/** Width of the photo in px. */
const PHOTO_PX = 320

type ServedNoteProps = Pick<Report, 'status' | 'simulated'> & { served: StopOutcomeView }

export function StopOutcomeNote({ served, status, simulated }: ServedNoteProps) {
  const now = useNow(MINUTE_MS)
  const time = formatRecentTime(served.at, now)
  const left = status === 'collected' ? undefined : describeUncollectedReason(served, time)
  if (!left && served.outcome !== 'collected') return null
  return (
    <div className={classes.served} data-left={left !== undefined || undefined}>
      <p>
        <span>{left ?? t`The driver emptied your bin at ${time}.`}</span> <SimulatedBadge of={{ simulated }} />
      </p>
      {served.note && (
        <p>
          <Trans>
            The driver wrote: <q>{served.note}</q>
          </Trans>
        </p>
      )}
      {served.picture_url && <Photo url={served.picture_url} />}
    </div>
  )
}

/** The photo loads on request, because loading costs data volume. */
function Photo({ url }: { url: string }) {
  const [isShown, setShown] = useState(false)
  if (isShown) return <Picture url={url} alt={t`Driver’s photo of your bin`} width={PHOTO_PX} />
  return (
    <Button
      variant="subtle"
      size="sm"
      px="xs"
      ml={-8}
      mih={44}
      leftSection={<IconPhoto size={18} aria-hidden="true" />}
      onClick={() => setShown(true)}
    >
      <Trans>Show photo</Trans>
    </Button>
  )
}
