/** Dialog that schedules a collection by hand: zone, trucks, site and start. */

import { plural, t } from '@lingui/core/macro'
import { NativeSelect, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { Configuration } from '#contract/settings/configuration.ts'
import type { CollectionRecommendation, Schedule, Site, Vehicle, ZoneCard } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { toPlannerInput } from '#domain/planner/due.ts'
import { solvePlan } from '#domain/planner/solve.ts'
import { isTruckAvailable } from '#domain/trucks.ts'
import { nearestSiteOf } from '#domain/zones.ts'
import type { RequestFailure } from '#web/lib/api/api.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { dateTimeFieldToIso } from '#web/lib/format/dates.ts'
import { getCitySettings } from '#web/lib/format/times.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { DateTimeField } from '#web/ui/date-field/moment-field.tsx'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { ZoneField } from '#web/ui/fields.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useRecommendationQuery, useScheduleCollectionMutation, useScheduleUndo } from './calls.ts'
import { TruckChoice } from './choice.tsx'

interface ScheduleDialogProps extends DialogState {
  /** Zone that is selected when the dialog opens, if any. */
  zone: Zone | null
}

export function ScheduleDialog({ zone, opened, close }: ScheduleDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Schedule a collection`} opened={opened} close={close} busy={busy}>
      <ScheduleForm first={zone} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface ScheduleFormProps {
  first: Zone | null
  close(): void
  setBusy(busy: boolean): void
}

function ScheduleForm({ first, close, setBusy }: ScheduleFormProps) {
  const form = useScheduleForm(first)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const done = await form.submit()
    setBusy(false)
    if (done) close()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <ScheduleFields {...form} />
        <ChangeErrorAlert failure={form.failure} text={t`Failed to schedule the collection`} />
        <DialogFooter act={t`Schedule`} close={close} pending={form.pending} disabled={form.free.length === 0} />
      </Stack>
    </form>
  )
}

type ScheduleFieldsProps = ReturnType<typeof useScheduleForm>

function ScheduleFields({
  values,
  zones,
  free,
  sites,
  reports,
  errors,
  setZone,
  choose,
  setSiteId,
  setStart,
}: ScheduleFieldsProps) {
  return (
    <>
      <ZoneField
        label={t`Zone`}
        zones={zones}
        value={values.zone}
        error={errors.zone}
        onChange={setZone}
        data-autofocus
      />
      <TruckChoice
        many
        trucks={free}
        chosen={values.vehicleIds}
        choose={choose}
        error={errors.vehicleIds}
        hint={t`${plural(reports, { one: '# open report', other: '# open reports' })}. The recommended trucks are selected.`}
      />
      <NativeSelect
        label={t`Dumping site`}
        size="md"
        data={[
          ...(values.siteId ? [] : [{ value: '', label: t`Nearest site` }]),
          ...sites.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={values.siteId}
        error={errors.siteId}
        onChange={(event) => setSiteId(event.currentTarget.value)}
      />
      <DateTimeField
        toward="future"
        label={t`Start (${{ city: getCitySettings().name }} time)`}
        description={t`Leave empty to start in 15 minutes`}
        value={values.start}
        error={errors.scheduledStart}
        onChange={setStart}
      />
    </>
  )
}

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).ScheduleCollectionBody)

/**
 * State of the form for a new schedule.
 * Its initial zone is `first`.
 * By default the zone with most reports among those without a truck.
 */
function useScheduleForm(first: Zone | null) {
  const [picked, setZone] = useState(first)
  const [chosen, choose] = useState<readonly string[] | null>(null)
  const [siteId, setSiteId] = useState<string | null>(null)
  const [start, setStart] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { rows: fleet } = useRoom('vehicles')
  const { rows: zones } = useRoom('zones')
  const { rows: schedules } = useRoom('schedules')
  const zone = picked ?? chooseZoneToScheduleFirst(zones, schedules) ?? ''
  const { rows: sites } = useRoom('sites')
  const { pending, failure, send } = useCommand('schedules')
  const [schedule] = useScheduleCollectionMutation()
  const offerUndo = useScheduleUndo()
  const reports = zones.find(({ id }) => id === zone)?.currentReports ?? 0
  // Distances between zones and sites.
  // The server chooses the site until they load.
  const distances = useRoom('configuration').rows[0]?.zone_distances
  const siteIds = sites.map(({ id }) => id)
  const nearest = distances && nearestSiteOf(zone, siteIds, distances)
  const { data: recommended } = useRecommendationQuery({})
  const vehicleIds = chosen ?? recommendedTruckIds(zone, reports, { recommended, fleet, sites, distances })
  const values = { zone, vehicleIds, siteId: siteId ?? nearest ?? '', start }

  /**
   * Sends the request.
   * Returns whether the collection was scheduled.
   */
  async function submit(): Promise<boolean> {
    const body = toScheduleBody(values)
    const wrong = await rules(body)
    setErrors(wrong as Record<string, string>)
    if (Object.keys(wrong).length > 0) return false
    try {
      const done = await send(body, (key) => schedule({ body, key }).unwrap())
      if (!done) return false
      void offerUndo(done.schedules, [zone])
      return true
    } catch (error) {
      setErrors((error as RequestFailure).errors ?? {})
      return false
    }
  }

  const free = fleet.filter(isTruckAvailable)
  return {
    values,
    zones: zones.map(({ id }) => id),
    free,
    sites,
    reports,
    errors,
    pending,
    failure,
    submit,
    setZone,
    choose,
    setSiteId,
    setStart,
  }
}

interface RecommendationFacts {
  recommended?: Pick<CollectionRecommendation, 'schedules'>
  fleet: readonly Vehicle[]
  sites: readonly Site[]
  /** Configured distances between zones and sites; undefined until they have loaded. */
  distances: Configuration['zone_distances'] | undefined
}

/**
 * Returns the recommended trucks for the zone.
 * If its collection is not due yet, returns the best trucks for this zone alone.
 */
function recommendedTruckIds(zone: Zone, reports: number, known: RecommendationFacts): string[] {
  const { recommended, fleet, sites, distances } = known
  const planned = (recommended?.schedules ?? []).filter(
    (schedule) => schedule.zone === zone && schedule.status === 'recommended',
  )
  if (planned.length > 0) return planned.map(({ vehicleId }) => vehicleId)
  if (!distances) return []
  const { legs } = solvePlan(toPlannerInput([{ zone, reports: Math.max(1, reports) }], { fleet, sites, distances }))
  return legs.map(({ vehicleId }) => vehicleId)
}

/**
 * Returns the zone without a truck that has the most open reports.
 * Falls back to the first zone.
 */
export function chooseZoneToScheduleFirst(
  zones: readonly Pick<ZoneCard, 'id' | 'currentReports'>[],
  schedules: readonly Pick<Schedule, 'zone' | 'status'>[],
): string | undefined {
  const open = schedules.filter(({ status }) => status === 'scheduled' || status === 'in-progress')
  const served = new Set(open.map(({ zone }) => zone))
  const free = zones.filter(({ id }) => !served.has(id)).sort((a, b) => b.currentReports - a.currentReports)
  return (free[0] ?? zones[0])?.id
}

interface ScheduleFormValues {
  zone: Zone
  vehicleIds: readonly string[]
  siteId: string
  /** Start in the city's time zone, such as '2026-01-05T14:15', or ''. */
  start: string
}

/** Returns the request of the form that schedules a collection. */
export function toScheduleBody({
  zone,
  vehicleIds,
  siteId,
  start,
}: ScheduleFormValues): BodyInputOf<'scheduleCollection'> {
  return {
    zone,
    vehicleIds: [...vehicleIds],
    ...(siteId && { siteId }),
    ...(start && { scheduledStart: dateTimeFieldToIso(start) }),
  }
}
