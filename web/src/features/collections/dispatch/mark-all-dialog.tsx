/** Select Dumping Site: marks every open report collected and sends a truck to a site. */
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { DialogFoot } from '#web/components/dialog-foot.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import classes from '#web/features/collections/choice/choice.module.css'
import { SiteChoice } from '#web/features/collections/choice/site-choice.tsx'
import { TruckChoice } from '#web/features/collections/choice/truck-choice.tsx'
import { consequences } from './dispatch-consequence.ts'
import { useMarkAll } from './use-mark-all.ts'
import { ZoneChoice } from './zone-choice.tsx'
import { loadAgainst } from './zone-loads.ts'

export function MarkAllDialog({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Select Dumping Site" opened={opened} close={close} busy={busy}>
      <MarkAllForm close={close} setBusy={setBusy} />
    </Dialog>
  )
}

function MarkAllForm({ close, setBusy }: { close(): void; setBusy(busy: boolean): void }) {
  const [tried, setTried] = useState(false)
  const form = useMarkAll()
  const { reports, loads, zones, sites, trucks, site, truck, pending } = form

  async function submit() {
    setTried(true)
    setBusy(true)
    const done = await form.submit()
    setBusy(false)
    if (done) close()
  }

  return (
    <Stack gap="md">
      <ZoneChoice
        loads={loads}
        chosen={zones}
        choose={form.chooseZones}
        error={tried && loads.length > 0 && zones.length === 0 ? 'Please select a zone' : undefined}
      />
      <SiteChoice
        sites={sites}
        chosen={site?.id ?? null}
        choose={form.chooseSite}
        error={tried && !site ? 'Please select a dumping site' : undefined}
      />
      <TruckChoice
        trucks={trucks}
        chosen={truck ? [truck.id] : []}
        choose={([id]) => form.chooseTruck(id ?? null)}
        hint="The truck that collected them; one that is out collecting is chosen."
        error={tried && trucks.length > 0 && !truck ? 'Please select a truck' : undefined}
      />
      <Consequence {...form} />
      <ChangeFailure failure={form.failure} text="Failed to mark all as collected" />
      <DialogFoot
        act="Mark All Collected"
        onAct={submit}
        close={close}
        pending={pending}
        disabled={loads.length === 0 || trucks.length === 0}
      >
        {reports.length > 0 && (
          <p className={`${classes.hint} ${classes.load}`} role="status">
            {loadAgainst(reports.length, truck)}
          </p>
        )}
      </DialogFoot>
    </Stack>
  )
}

function Consequence({ loads, reports, truck, site, schedules }: ReturnType<typeof useMarkAll>) {
  const sentences = loads.length === 0 ? ['There are no open reports any more.'] : []
  if (reports.length > 0) sentences.push(...consequences({ reports, truck, site, schedules }))
  return (
    <div className={classes.consequence} role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
