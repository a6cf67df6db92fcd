/** Forms that open, change and close a zone. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import type { ZoneCard } from '#contract/views.ts'
import { commandFailureReasonOf, type RequestFailure } from '#web/lib/api/api.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert } from '#web/ui/dialog.tsx'
import { FieldGrid, NumberField, ZoneField } from '#web/ui/fields.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import classes from './configuration.module.css'
import { EMPTY_ZONE, suggestZoneCode, toOpenZoneBody, type ZoneDraft } from './configuration.ts'
import {
  useChangeZoneMutation,
  useCloseZoneMutation,
  useMoveResidentsMutation,
  useOpenZoneMutation,
} from './save-configuration.tsx'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).OpenZoneBody)

interface ZoneFormProps {
  /** Zone to change; undefined to open a new one. */
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
    validate: (draft) => rules(toOpenZoneBody(draft)),
    validateInputOnBlur: true,
  })
  const typed = form.isDirty()
  useEffect(() => setTyped(typed), [setTyped, typed])

  const submit = form.onSubmit(async (draft) => {
    const body = toOpenZoneBody(draft)
    const { centre } = body
    // The form sets the zone's centre and leaves an existing outline unchanged.
    const place = { centre, ...(zone?.outline && { outline: zone.outline }) }
    try {
      const done = zone
        ? await send(place, (key) => changeZone({ id: zone.id, body: place, key }).unwrap())
        : await send(body, (key) => openZone({ body, key }).unwrap())
      if (!done) return
      showToast('success', done.message)
      close()
    } catch (error) {
      form.setErrors((error as RequestFailure).errors ?? {})
    }
  })

  return (
    <form
      onSubmit={submit}
      noValidate
      className={classes.zoneForm}
      aria-label={zone ? t`Location of ${{ zone: zone.id }}` : t`New zone`}
    >
      <FieldGrid cols={3}>
        {zone ? (
          <p className={classes.zoneName}>{zone.id}</p>
        ) : (
          <>
            <TextInput
              label={t`Zone name`}
              autoComplete="off"
              size="sm"
              data-autofocus
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t`Code`}
              description={t`Part of the zone’s route IDs. You can’t change it later.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              size="sm"
              placeholder={suggestZoneCode(form.getValues().name)}
              {...form.getInputProps('code')}
              onFocus={() =>
                form.getValues().code || form.setFieldValue('code', suggestZoneCode(form.getValues().name))
              }
            />
            <NumberField
              label={t`Customers`}
              min={1}
              step={1}
              inputMode="numeric"
              size="sm"
              {...form.getInputProps('customers')}
            />
          </>
        )}
        <NumberField label={t`Latitude of the centre`} step={0.01} size="sm" {...form.getInputProps('centre.lat')} />
        <NumberField label={t`Longitude of the centre`} step={0.01} size="sm" {...form.getInputProps('centre.lng')} />
      </FieldGrid>
      <ChangeErrorAlert failure={failure} text={zone ? t`Failed to move the zone` : t`Failed to open the zone`} />
      <Group gap="xs">
        <Button variant="default" size="sm" onClick={close} disabled={pending}>
          <Trans>Cancel</Trans>
        </Button>
        <CommandButton type="submit" size="sm" loading={pending}>
          {zone ? t`Move zone` : t`Open zone`}
        </CommandButton>
      </Group>
    </form>
  )
}

interface CloseZoneProps {
  zone: ZoneCard
  /** Zones to which the residents of the closed zone can move. */
  others: readonly string[]
}

/**
 * Form that closes a zone.
 * It shows the zone's contents and moves its residents.
 */
export function CloseZoneForm({ zone: { id, movingTo }, others }: CloseZoneProps) {
  const [asked, setAsked] = useState(false)
  const { pending, failure, send } = useCommand('zones')
  const [closeZone] = useCloseZoneMutation()

  async function close() {
    // `send` stores the error in `failure`, and the dialog that confirms the closing shows it.
    const done = await send({ close: id }, (key) => closeZone({ id, key }).unwrap()).catch(() => undefined)
    if (done) showToast('success', done.message)
  }

  if (!asked)
    return (
      <Button
        variant="subtle"
        color="statusCritical"
        size="sm"
        aria-label={accessibleActionNameOf(t`Close`, id)}
        onClick={() => setAsked(true)}
      >
        <Trans>Close</Trans>
      </Button>
    )
  return (
    <Alert
      color={failure ? 'statusCritical' : 'statusProgress'}
      variant="light"
      role={failure ? 'alert' : 'group'}
      title={
        failure
          ? commandFailureReasonOf(failure)
          : t`Close ${id}? Its history stays. New residents can’t choose it any more.`
      }
    >
      {movingTo && (
        <p>
          <Trans>
            Its residents are being moved to <span>{movingTo}</span>.
          </Trans>
        </p>
      )}
      {failure?.errors?.residents && !movingTo && <MoveResidents zone={id} others={others} />}
      <Group gap="xs">
        <Button variant="default" size="sm" disabled={pending} onClick={() => setAsked(false)}>
          <Trans>Cancel</Trans>
        </Button>
        <CommandButton color="statusCritical.6" size="sm" loading={pending} onClick={() => void close()}>
          {failure ? t`Try again` : t`Close zone`}
        </CommandButton>
      </Group>
    </Alert>
  )
}

interface MoveResidentsProps {
  zone: string
  others: readonly string[]
}

function MoveResidents({ zone, others }: MoveResidentsProps) {
  const [to, setTo] = useState(others[0] ?? '')
  const { pending, failure, send } = useCommand('zones')
  const [moveResidents] = useMoveResidentsMutation()

  async function move() {
    const body = { to }
    // If the command fails, the form shows its error below the field.
    const done = await send(body, (key) => moveResidents({ id: zone, body, key }).unwrap()).catch(() => undefined)
    if (done) showToast('success', done.message)
  }

  return (
    <div>
      <ZoneField
        label={t`Move its residents to`}
        description={t`They are logged out and belong to the new zone when they sign in again. Open reports stay in this zone until they are collected.`}
        zones={others}
        value={to}
        onChange={setTo}
        error={failure && commandFailureReasonOf(failure)}
      />
      <CommandButton variant="default" size="sm" my="xs" loading={pending} onClick={() => void move()}>
        <Trans>Move the residents</Trans>
      </CommandButton>
    </div>
  )
}
