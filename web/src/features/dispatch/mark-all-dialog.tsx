/** The dialog 'Select Dumping Site': marks every open report as collected and sends a truck to a site. */
import { plural, t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { Site } from '#contract/views.ts'
import { commandFailureReason } from '#web/lib/api/api.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useMarkAllCollectedMutation } from './calls.ts'
import { ChoiceField, TruckChoice } from './choice.tsx'
import classes from './dispatch.module.css'
import {
  dispatchConsequences,
  preselectedTruckId,
  selectDispatchableTrucks,
  truckLoadText,
  type ZoneLoad,
  zoneLoads,
} from './dispatch.ts'

export function MarkAllCollectedDialog({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Select Dumping Site`} opened={opened} close={close} busy={busy}>
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
        error={tried && loads.length > 0 && zones.length === 0 ? t`Please select a zone` : undefined}
      />
      <SiteChoice
        sites={sites}
        chosen={site?.id ?? null}
        choose={form.chooseSite}
        error={tried && !site ? t`Please select a dumping site` : undefined}
      />
      <TruckChoice
        trucks={trucks}
        chosen={truck ? [truck.id] : []}
        choose={([id]) => form.chooseTruck(id ?? null)}
        hint={t`The truck that collected the bins. A truck that is now on a collection is preselected.`}
        error={tried && trucks.length > 0 && !truck ? t`Please select a truck` : undefined}
      />
      <Consequence {...form} />
      <ChangeErrorAlert failure={form.failure} text={t`Failed to mark all as collected`} />
      <DialogFooter
        act={t`Mark All Collected`}
        onAct={submit}
        close={close}
        pending={pending}
        disabled={loads.length === 0 || trucks.length === 0}
      >
        {reports.length > 0 && (
          <p className={`${classes.hint} ${classes.load}`} role="status">
            {truckLoadText(reports.length, truck)}
          </p>
        )}
      </DialogFooter>
    </Stack>
  )
}

function Consequence({ loads, reports, truck, site, schedules }: ReturnType<typeof useMarkAll>) {
  const sentences = loads.length === 0 ? [t`There are no open reports.`] : []
  if (reports.length > 0) sentences.push(...dispatchConsequences({ reports, truck, site, schedules }))
  return (
    <div className={classes.consequence} role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}

interface ZoneChoiceProps {
  loads: readonly ZoneLoad[]
  chosen: readonly string[]
  choose(zones: readonly string[]): void
  error?: string | undefined
}

function ZoneChoice({ loads, ...choice }: ZoneChoiceProps) {
  const entries = loads.map(({ zone, reports, load }) => ({
    ...{ id: zone, name: zone },
    about: `${plural(reports, { one: '# report', other: '# reports' })} · ${withUnit(formatUpToTenths(load), 'm³')}`,
  }))
  return <ChoiceField legend={t`Zones`} many entries={entries} {...choice} />
}

interface SiteChoiceProps {
  sites: readonly Site[]
  chosen: string | null
  choose(id: string): void
  error?: string | undefined
}

function SiteChoice({ sites, chosen, choose, error }: SiteChoiceProps) {
  const entries = sites.map(({ id, name, location, currentCapacity, maxCapacity }) => ({
    ...{ id, name },
    about: t`${location} · ${{ load: formatUpToTenths(currentCapacity) }} of ${{ capacity: withUnit(formatUpToTenths(maxCapacity), 't') }}`,
  }))
  return (
    <ChoiceField
      legend={t`Dumping site`}
      entries={entries}
      chosen={chosen === null ? [] : [chosen]}
      choose={(ids) => ids.forEach(choose)}
      autofocus
      error={error}
    />
  )
}

/** State of the form that marks all open reports as collected: site, truck, zones and command. */
function useMarkAll() {
  const [siteId, chooseSite] = useState<string | null>(null)
  const [truckId, chooseTruck] = useState<string | null>(null)
  // Stores the excluded zones instead of the included ones, so that a zone whose first report comes later is included.
  const [leftOut, leaveOut] = useState<readonly string[]>([])
  const { rows: open } = useRoom('active-reports')
  const { rows: sites } = useRoom('sites')
  const { rows: fleet } = useRoom('vehicles')
  const { rows: schedules } = useRoom('schedules')
  const { pending, failure, send } = useCommand('active-reports')
  const [markAll] = useMarkAllCollectedMutation()
  const trucks = selectDispatchableTrucks(fleet, schedules)
  const loads = zoneLoads(open)
  const zones = loads.map(({ zone }) => zone).filter((zone) => !leftOut.includes(zone))
  const reports = open.filter(({ zone }) => zones.includes(zone))
  const chooseZones = (chosen: readonly string[]) =>
    leaveOut(loads.map(({ zone }) => zone).filter((zone) => !chosen.includes(zone)))
  const site = sites.find(({ id }) => id === siteId)
  const truck = trucks.find(({ id }) => id === (truckId ?? preselectedTruckId(trucks, schedules)))

  /** Sends the command. Returns true on success. */
  async function submit(): Promise<boolean> {
    if (!site || !truck || zones.length === 0) return false
    const body = { dumpingSiteId: site.id, truckId: truck.id, ...(leftOut.length > 0 && { zones }) }
    try {
      const done = await send(body, (key) => markAll({ body, key }).unwrap())
      if (done) toast('success', done.message, t`${{ truck: truck.id }} is on its way to ${{ site: site.name }}.`)
      return Boolean(done)
    } catch (error) {
      toast('error', t`Failed to mark all as collected`, commandFailureReason(error))
      return false
    }
  }

  return {
    reports,
    loads,
    zones,
    chooseZones,
    sites,
    schedules,
    trucks,
    site,
    truck,
    chooseSite,
    chooseTruck,
    pending,
    failure,
    submit,
  }
}
