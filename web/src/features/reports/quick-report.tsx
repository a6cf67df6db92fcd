/** The resident's one large button: report the bin as full, or see that this is done. */
import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Panel } from '#web/components/panel.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { openReport } from './open-report.ts'
import classes from './quick-report.module.css'
import { ReportDialog } from './report-dialog.tsx'

export function QuickReport() {
  const { rows, status } = useRoom('my-reports')
  const [opened, setOpened] = useState(false)
  const reported = Boolean(openReport(rows))
  return (
    <Panel title="Quick Report">
      <p className={classes.text}>
        {reported
          ? 'Your bin is reported as full. You can report again once it has been collected.'
          : 'Is your bin full? Tell the dispatchers, so that a truck is sent to your zone.'}
      </p>
      {status === 'loading' ? (
        <Skeleton height={56} />
      ) : (
        <Button
          fullWidth
          size="lg"
          h={56}
          aria-label={reported ? 'Report Submitted' : 'Report Now: Report Bin Full'}
          leftSection={reported ? <IconCheck size={22} /> : <IconTrash size={22} />}
          disabled={reported}
          className={classes.button}
          onClick={() => setOpened(true)}
        >
          {reported ? 'Report Submitted' : 'Report Now'}
        </Button>
      )}
      <ReportDialog opened={opened} close={() => setOpened(false)} />
    </Panel>
  )
}
