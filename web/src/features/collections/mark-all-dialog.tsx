/** Select Dumping Site: collects every open report at once and sends a truck with them to a site. */
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { failureText } from '#web/app/api.ts'
import { ChangeFailure } from '#web/components/change-failure.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './choice.module.css'
import { useMarkAllCollectedMutation } from './dispatch-calls.ts'
import { consequences, likelyTruck, sendableTrucks } from './dispatch-consequence.ts'
import { SiteChoice } from './site-choice.tsx'
import { TruckChoice } from './truck-choice.tsx'

export function MarkAllDialog({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Select Dumping Site" opened={opened} close={close} busy={busy}>
      <MarkAllForm close={close} setBusy={setBusy} />
    </Dialog>
  )
}

function MarkAllForm({ close, setBusy }: { close(): void; setBusy(busy: boolean): void }) {
  const [siteId, setSiteId] = useState<string | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const { rows: reports } = useRoom('active-reports')
  const { rows: sites } = useRoom('sites')
  const { rows: fleet } = useRoom('vehicles')
  const { rows: schedules } = useRoom('schedules')
  const { pending, failure, send } = useCommand('active-reports')
  const [markAll] = useMarkAllCollectedMutation()
  const trucks = sendableTrucks(fleet, schedules)
  const site = sites.find(({ id }) => id === siteId)
  const truck = trucks.find(({ id }) => id === (picked ?? likelyTruck(trucks, schedules)))

  async function submit() {
    setTried(true)
    if (!site || !truck) return
    const body = { dumpingSiteId: site.id, truckId: truck.id }
    setBusy(true)
    try {
      const done = await send(body, (key) => markAll({ body, key }).unwrap())
      if (!done) return
      toast('success', done.message, `${truck.id} is on its way to ${site.name}.`)
      close()
    } catch (error) {
      toast('error', 'Failed to mark all as collected', failureText(error, ''))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <SiteChoice
        sites={sites}
        chosen={siteId}
        choose={setSiteId}
        error={tried && !site ? 'Please select a dumping site' : undefined}
      />
      <TruckChoice
        trucks={trucks}
        chosen={truck ? [truck.id] : []}
        choose={([id]) => setPicked(id ?? null)}
        error={tried && trucks.length > 0 && !truck ? 'Please select a truck' : undefined}
      />
      <div className={classes.consequence} role="status">
        {reports.length === 0 ? (
          <p>There are no open reports any more.</p>
        ) : (
          consequences({ reports, truck, site, schedules }).map((sentence) => <p key={sentence}>{sentence}</p>)
        )}
      </div>
      <ChangeFailure failure={failure} text="Failed to mark all as collected" />
      <Group grow>
        <Button variant="default" size="md" mih={48} onClick={close} disabled={pending}>
          Cancel
        </Button>
        <Button
          size="md"
          mih={48}
          loading={pending}
          disabled={reports.length === 0 || trucks.length === 0}
          onClick={() => void submit()}
        >
          Mark All Collected
        </Button>
      </Group>
    </Stack>
  )
}
