/** Dialog of a manual collection: zone, trucks, site and start. */
import { NativeSelect, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Zone } from '#rules/city.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { DialogFoot } from '#web/components/dialog-foot.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { MomentField } from '#web/components/moment-field/moment-field.tsx'
import { ZoneField } from '#web/components/zone-field.tsx'
import { TruckChoice } from '#web/features/collections/choice/truck-choice.tsx'
import { cityWords } from '#web/format/city-words.ts'
import { useScheduleForm } from './use-schedule-form.ts'

export interface ScheduleDialogProps extends DialogState {
  /** Initial zone. */
  zone: Zone | null
}

export function ScheduleDialog({ zone, opened, close }: ScheduleDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Schedule a collection" opened={opened} close={close} busy={busy}>
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
        <Fields {...form} />
        <ChangeFailure failure={form.failure} text="Failed to schedule the collection" />
        <DialogFoot act="Schedule" close={close} pending={form.pending} disabled={form.free.length === 0} />
      </Stack>
    </form>
  )
}

type FieldsProps = ReturnType<typeof useScheduleForm>

function Fields({ values, zones, free, sites, reports, errors, setZone, choose, setSiteId, setStart }: FieldsProps) {
  return (
    <>
      <ZoneField label="Zone" zones={zones} value={values.zone} error={errors.zone} onChange={setZone} data-autofocus />
      <TruckChoice
        many
        trucks={free}
        chosen={values.vehicleIds}
        choose={choose}
        error={errors.vehicleIds}
        hint={`${reports} open ${reports === 1 ? 'report' : 'reports'}. The recommended trucks are chosen.`}
      />
      <NativeSelect
        label="Dumping site"
        size="md"
        data={[
          ...(values.siteId ? [] : [{ value: '', label: 'The nearest one' }]),
          ...sites.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={values.siteId}
        error={errors.siteId}
        onChange={(event) => setSiteId(event.currentTarget.value)}
      />
      <MomentField
        toward="future"
        label={`Start (${cityWords().name} time)`}
        description="In 15 minutes, when it is left empty"
        value={values.start}
        error={errors.scheduledStart}
        onChange={setStart}
      />
    </>
  )
}
