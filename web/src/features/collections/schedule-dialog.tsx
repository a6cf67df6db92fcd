/** Schedules a zone's collection by hand: which zone, which trucks, where they unload and when they set out. */
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DEFAULT_ZONE, ZONES, type Zone } from '#contract/city.ts'
import { nearestSite, recommendedTrucks } from '#contract/planning.ts'
import type { Failure } from '#web/app/api.ts'
import { ChangeFailure } from '#web/components/change-failure.tsx'
import { checkedBy } from '#web/components/checked-by.ts'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { useScheduleCollectionMutation } from './dispatch-calls.ts'
import { scheduleBody } from './schedule-body.ts'
import { TruckChoice } from './truck-choice.tsx'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).ScheduleCollection)

export interface ScheduleDialogProps extends DialogState {
  /** The zone that is chosen at first. */
  zone: Zone | null
}

export function ScheduleDialog({ zone, opened, close }: ScheduleDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Schedule a collection" opened={opened} close={close} busy={busy}>
      <ScheduleForm first={zone ?? DEFAULT_ZONE} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface ScheduleFormProps {
  first: Zone
  close(): void
  setBusy(busy: boolean): void
}

function ScheduleForm({ first, close, setBusy }: ScheduleFormProps) {
  const [zone, setZone] = useState(first)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [siteId, setSiteId] = useState<string | null>(null)
  const [start, setStart] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { rows: fleet } = useRoom('vehicles')
  const { rows: zones } = useRoom('zones')
  const { rows: sites } = useRoom('sites')
  const { pending, failure, send } = useCommand('schedules')
  const [schedule] = useScheduleCollectionMutation()
  const reports = zones.find(({ id }) => id === zone)?.currentReports ?? 0
  const free = fleet.filter((truck) => truck.status === 'available' && !truck.archived)
  const recommended = recommendedTrucks(fleet, reports).map(({ id }) => id)
  const ids = sites.map(({ id }) => id)
  const form = { zone, vehicleIds: chosen ?? recommended, siteId: siteId ?? nearestSite(zone, ids) ?? '', start }

  async function submit() {
    const body = scheduleBody(form)
    const wrong = await rules(body)
    setErrors(wrong as Record<string, string>)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const done = await send(body, (key) => schedule({ body, key }).unwrap())
      if (!done) return
      toast('success', 'Collection scheduled', `${done.schedules.map(({ vehicle }) => vehicle.id).join(', ')}: ${zone}`)
      close()
    } catch (error) {
      setErrors((error as Failure).errors ?? {})
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label="Zone"
          size="md"
          data={[...ZONES]}
          value={zone}
          error={errors.zone}
          onChange={(event) => setZone(event.currentTarget.value as Zone)}
          data-autofocus
        />
        <TruckChoice
          many
          trucks={free}
          chosen={form.vehicleIds}
          choose={setChosen}
          error={errors.vehicleIds}
          hint={`${reports} open ${reports === 1 ? 'report' : 'reports'}. The recommended trucks are chosen.`}
        />
        <NativeSelect
          label="Dumping site"
          size="md"
          data={sites.map(({ id, name }) => ({ value: id, label: name }))}
          value={form.siteId}
          error={errors.siteId}
          onChange={(event) => setSiteId(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="Start (Accra time)"
          description="In 15 minutes, when it is left empty"
          size="md"
          value={start}
          error={errors.scheduledStart}
          onChange={(event) => setStart(event.currentTarget.value)}
        />
        <ChangeFailure failure={failure} text="Failed to schedule the collection" />
        <Group grow>
          <Button variant="default" size="md" mih={48} onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" size="md" mih={48} loading={pending} disabled={free.length === 0}>
            Schedule
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
