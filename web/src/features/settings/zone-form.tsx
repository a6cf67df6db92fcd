/** Form that opens a zone or moves an open one on the map. */

import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import type { ZoneCard } from '#contract/views.ts'
import type { Failure } from '#web/lib/api/api.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeFailure } from '#web/ui/dialog.tsx'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import classes from './configuration.module.css'
import { useChangeZoneMutation, useOpenZoneMutation } from './zone-calls.ts'
import { EMPTY_ZONE, suggestedCode, type ZoneDraft, zoneOf } from './zone-draft.ts'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).OpenZone)

export interface ZoneFormProps {
  /** Zone to change; undefined opens a new one. */
  zone?: ZoneCard
  close(): void
  setTyped(typed: boolean): void
}

const draftOf = ({ id, code, totalCustomers, centre }: ZoneCard): ZoneDraft => ({
  name: id,
  code,
  customers: String(totalCustomers),
  centre: { lat: String(centre.lat), lng: String(centre.lng) },
})

export function ZoneForm({ zone, close, setTyped }: ZoneFormProps) {
  const { pending, failure, send } = useCommand('zones')
  const [openZone] = useOpenZoneMutation()
  const [changeZone] = useChangeZoneMutation()
  const form = useForm<ZoneDraft>({
    initialValues: zone ? draftOf(zone) : EMPTY_ZONE,
    validate: (draft) => rules(zoneOf(draft)),
    validateInputOnBlur: true,
  })
  const typed = form.isDirty()
  useEffect(() => setTyped(typed), [setTyped, typed])

  const submit = form.onSubmit(async (draft) => {
    const body = zoneOf(draft)
    const { centre } = body
    // Changes the centre only; an existing outline stays.
    const place = { centre, ...(zone?.outline && { outline: zone.outline }) }
    try {
      const done = zone
        ? await send(place, (key) => changeZone({ id: zone.id, body: place, key }).unwrap())
        : await send(body, (key) => openZone({ body, key }).unwrap())
      if (!done) return
      toast('success', done.message)
      close()
    } catch (error) {
      form.setErrors((error as Failure).errors ?? {})
    }
  })

  return (
    <form
      onSubmit={submit}
      noValidate
      className={classes.zoneForm}
      aria-label={zone ? `Place of ${zone.id}` : 'New zone'}
    >
      <FieldGrid cols={3}>
        {zone ? (
          <p className={classes.zoneName}>{zone.id}</p>
        ) : (
          <>
            <TextInput label="Zone name" autoComplete="off" size="sm" data-autofocus {...form.getInputProps('name')} />
            <TextInput
              label="Code"
              description="In the ids of its routes; for ever"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              size="sm"
              placeholder={suggestedCode(form.getValues().name)}
              {...form.getInputProps('code')}
              onFocus={() => form.getValues().code || form.setFieldValue('code', suggestedCode(form.getValues().name))}
            />
            <NumberField
              label="Customers"
              min={1}
              step={1}
              inputMode="numeric"
              size="sm"
              {...form.getInputProps('customers')}
            />
          </>
        )}
        <NumberField label="Latitude of its middle" step={0.01} size="sm" {...form.getInputProps('centre.lat')} />
        <NumberField label="Longitude of its middle" step={0.01} size="sm" {...form.getInputProps('centre.lng')} />
      </FieldGrid>
      <ChangeFailure failure={failure} text={zone ? 'Failed to move the zone' : 'Failed to open the zone'} />
      <Group gap="xs">
        <Button variant="default" size="sm" mih={44} onClick={close} disabled={pending}>
          {zone ? 'Leave it there' : 'Not now'}
        </Button>
        <CommandButton type="submit" size="sm" mih={44} loading={pending}>
          {zone ? 'Move it' : 'Open this zone'}
        </CommandButton>
      </Group>
    </form>
  )
}
