/**
 * Dialogs that record which bins were collected.
 * 'Select Dumping Site' marks all open reports as collected and sends a truck.
 * Another dialog completes a single collection.
 */

import { plural, t } from '@lingui/core/macro'
import { Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Report, Site } from '#contract/views.ts'
import { truckPlanOf } from '#domain/planning.ts'
import { commandFailureReasonOf } from '#web/lib/api/api.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { withColon } from '#web/lib/format/labels.ts'
import { formatNumber, formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { getResidentNameOfReport } from '#web/lib/language/person-name.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useChangeScheduleMutation, useMarkAllCollectedMutation } from './calls.ts'
import { ChoiceField, TruckChoice } from './choice.tsx'
import classes from './dispatch.module.css'
import {
  choosePreselectedTruckId,
  describeDispatchConsequences,
  describeTruckLoad,
  type ScheduleKind,
  selectDispatchableTrucks,
  type ZoneLoad,
  zoneLoadsOf,
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
            {describeTruckLoad(reports.length, truck)}
          </p>
        )}
      </DialogFooter>
    </Stack>
  )
}

function Consequence({ loads, reports, truck, site, schedules }: ReturnType<typeof useMarkAll>) {
  const sentences = loads.length === 0 ? [t`There are no open reports.`] : []
  if (reports.length > 0) sentences.push(...describeDispatchConsequences({ reports, truck, site, schedules }))
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

/** State of the form that marks all reports: site, truck, zones, command. */
function useMarkAll() {
  const [siteId, chooseSite] = useState<string | null>(null)
  const [truckId, chooseTruck] = useState<string | null>(null)
  // Stores the zones that the user excludes, not the included ones.
  // A zone that receives its first report later is thus included.
  const [leftOut, leaveOut] = useState<readonly string[]>([])
  const { rows: open } = useRoom('active-reports')
  const { rows: sites } = useRoom('sites')
  const { rows: fleet } = useRoom('vehicles')
  const { rows: schedules } = useRoom('schedules')
  const { pending, failure, send } = useCommand('active-reports')
  const [markAll] = useMarkAllCollectedMutation()
  const trucks = selectDispatchableTrucks(fleet, schedules)
  const loads = zoneLoadsOf(open)
  const zones = loads.map(({ zone }) => zone).filter((zone) => !leftOut.includes(zone))
  const reports = open.filter(({ zone }) => zones.includes(zone))
  const chooseZones = (chosen: readonly string[]) =>
    leaveOut(loads.map(({ zone }) => zone).filter((zone) => !chosen.includes(zone)))
  const site = sites.find(({ id }) => id === siteId)
  const truck = trucks.find(({ id }) => id === (truckId ?? choosePreselectedTruckId(trucks, schedules)))

  /**
   * Sends the command.
   * Returns true on success.
   */
  async function submit(): Promise<boolean> {
    if (!site || !truck || zones.length === 0) return false
    const body = { dumpingSiteId: site.id, truckId: truck.id, ...(leftOut.length > 0 && { zones }) }
    try {
      const done = await send(body, (key) => markAll({ body, key }).unwrap())
      if (done) showToast('success', done.message, t`${{ truck: truck.id }} is on its way to ${{ site: site.name }}.`)
      return Boolean(done)
    } catch (error) {
      showToast('error', t`Failed to mark all as collected`, commandFailureReasonOf(error))
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

interface EndCollectionProps extends DialogState {
  id: string
  of: ScheduleKind
  /** Name of the collection. */
  name: string
  /** Open reports that are assigned to the collection's truck. */
  waiting: readonly Report[]
}

/**
 * Dialog that completes a collection.
 * It asks whether all, some or no bins were collected.
 */
export function EndCollectionDialog({ id, of, name, waiting, opened, close }: EndCollectionProps) {
  const [outcome, setOutcome] = useState('all')
  const [left, setLeft] = useState<readonly string[]>([])
  const [changeSchedule] = useChangeScheduleMutation()
  const { pending, failure, send } = useCommand('schedules')
  const schedule = useRoom('schedules').rows.find((row) => row.id === id)
  const some = waiting.map((report) => report.id).filter((report) => !left.includes(report))
  const isAll = outcome === 'all' || (outcome === 'all-but' && some.length === waiting.length)
  const collected = isAll ? ('all' as const) : outcome === 'none' ? [] : some
  const count = collected === 'all' ? waiting.length : collected.length

  const sum = t`${{ collected: formatNumber(count) }} of ${plural({ reports: waiting.length }, { one: '# bin', other: '# bins' })} collected`
  const load = schedule && describeTruckLoad(count, schedule.vehicle, truckPlanOf(schedule).trips)

  async function end() {
    const body = { status: 'completed' as const, collected }
    try {
      if (!(await send({ id, ...body }, (key) => changeSchedule({ id, body, key }).unwrap()))) return
      const done = of === 'route' ? t`Route completed` : t`Collection completed`
      showToast('success', done, withColon(name, sum))
      close()
    } catch {
      // Ignores the error, because the dialog shows it.
    }
  }

  const outcomes = [
    { id: 'all', name: t`All`, about: plural({ reports: waiting.length }, { one: '# bin', other: '# bins' }) },
    { id: 'all-but', name: t`Some were missed`, about: t`Select the bins that were missed.` },
    { id: 'none', name: t`None`, about: t`No bin was collected.` },
  ]
  return (
    <Dialog title={t`Complete: ${name}`} opened={opened} close={close} busy={pending}>
      <Stack gap="md">
        <ChoiceField
          legend={t`Which bins were collected?`}
          entries={outcomes}
          chosen={[outcome]}
          choose={([chosen = 'all']) => setOutcome(chosen)}
        />
        {outcome === 'all-but' && <MissedBins reports={waiting} left={left} choose={setLeft} />}
        <ChangeErrorAlert
          failure={failure}
          text={of === 'route' ? t`Failed to complete the route` : t`Failed to complete the collection`}
        />
        <DialogFooter act={t`Complete`} onAct={end} close={close} out={t`Not yet`} pending={pending}>
          <p className={classes.sum} role="status">
            <b>{load ? `${sum} · ${load}` : sum}</b>
            <span>{completionConsequence(count, waiting.length)}</span>
          </p>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}

/**
 * Returns text such as '2 reports are open again.
 * Their residents are notified.'
 */
function completionConsequence(collected: number, all: number): string {
  const left = all - collected
  if (left === 0) return t`The residents are notified.`
  return plural(left, {
    one: '# report is open again. Its resident is notified.',
    other: '# reports are open again. Their residents are notified.',
  })
}

interface MissedBinsProps {
  reports: readonly Report[]
  /** Ids of the reports whose bins were not collected. */
  left: readonly string[]
  choose(left: readonly string[]): void
}

function MissedBins({ reports, left, choose }: MissedBinsProps) {
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = reports.filter((report) => {
    const said = `${getResidentNameOfReport(report) ?? ''} ${report.description ?? ''}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
  const ids = found.map(({ id }) => id)
  const others = left.filter((id) => !ids.includes(id))
  const isEach = ids.length > 0 && ids.every((id) => left.includes(id))
  return (
    <ChoiceField
      legend={t`Which bins were missed?`}
      many
      entries={found.map((report) => ({
        id: report.id,
        name: getResidentNameOfReport(report) ?? '–',
        about: report.description,
      }))}
      chosen={left}
      choose={choose}
    >
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label={t`Search bins`}
          placeholder={t`Name or description`}
          maxLength={100}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <label className={classes.each}>
          <input
            type="checkbox"
            checked={isEach}
            disabled={ids.length === 0}
            onChange={({ currentTarget }) => choose(currentTarget.checked ? [...others, ...ids] : others)}
          />
          <span>{words.length > 0 ? t`Select all ${{ count: formatNumber(ids.length) }} found` : t`Select all`}</span>
        </label>
      </div>
    </ChoiceField>
  )
}
