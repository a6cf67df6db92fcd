/** Dialogs of a delivery: weighing and dispute. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCamera, IconCheck } from '@tabler/icons-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import type { Delivery } from '#contract/views.ts'
import { commandFailureReasonOf, type RequestFailure } from '#web/lib/api/api.ts'
import { useUploadPictureMutation } from '#web/lib/api/pictures.tsx'
import { formatKg } from '#web/lib/format/numbers.ts'
import { getCitySettings } from '#web/lib/format/times.ts'
import { useUnsavedChanges, validateBySchema } from '#web/lib/hooks/forms.ts'
import { DateTimeField } from '#web/ui/date-field/moment-field.tsx'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import { CompositionTotal, MaterialFields } from '#web/ui/materials/materials.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './deliveries.module.css'
import {
  describeCompositionWithSource,
  describeWeightWithSource,
  useDisputeCompositionMutation,
  useWeighDeliveryMutation,
} from './deliveries.ts'
import {
  canSendDispute,
  type DisputeDraft,
  describeNetWeight,
  EMPTY_DISPUTE,
  hasTypedShares,
  netWeightOf,
  toDisputeBody,
  toDisputeFieldErrors,
  toWeighDeliveryBody,
  type WeighingDraft,
  weighingDraftOf,
} from './drafts.ts'

const weighRules = validateBySchema(async () => (await import('#contract/commands.ts')).WeighDeliveryBody)

interface WeighDialogProps extends DialogState {
  delivery: Delivery | null
}

/**
 * Form for a weighbridge ticket: gross, tare and net weight.
 * The net weight replaces the estimate.
 */
export function WeighDialog({ delivery, opened, close }: WeighDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      title={delivery ? t`Weigh ${{ truck: delivery.truckId }}` : t`Weigh`}
      opened={opened}
      close={close}
      busy={busy}
    >
      {delivery && <WeighForm delivery={delivery} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

interface WeighFormProps {
  /** Current state of the delivery. */
  delivery: Delivery
  close(): void
  setBusy(busy: boolean): void
}

function WeighForm({ delivery, close, setBusy }: WeighFormProps) {
  const [first] = useState(() => ({ delivery, draft: weighingDraftOf(delivery, Date.now()) }))
  const { pending, failure, send } = useCommand('deliveries')
  const [weigh] = useWeighDeliveryMutation()
  const [sending, setSending] = useState(false)
  const bodyOf = (values: WeighingDraft) => toWeighDeliveryBody(values, first.draft.weighedAt)
  const form = useForm<WeighingDraft>({
    initialValues: first.draft,
    validate: (values) => weighRules(bodyOf(values)),
    validateInputOnBlur: true,
  })
  useUnsavedChanges(form.isDirty())

  const submit = form.onSubmit(async (values) => {
    const body = bodyOf(values)
    setBusy(true)
    try {
      const done = await send({ id: delivery.id, ...body }, (key) => weigh({ id: delivery.id, body, key }).unwrap())
      if (!done) return
      showToast('success', t`Weight recorded`, `${delivery.truckId}: ${formatKg(done.delivery.weight ?? 0)}`)
      close()
    } catch (error) {
      form.setErrors((error as RequestFailure).errors ?? {})
    } finally {
      setBusy(false)
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" className="ws-figures">
          {t`${{ zone: delivery.zone }}, now ${{ weight: describeWeightWithSource(delivery) }}. Your entry replaces this weight. Both stay in the history.`}
        </Text>
        {!pending && <Meanwhile first={first.delivery} delivery={delivery} />}
        <TextInput
          label={t`Ticket number`}
          size="md"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('ticket')}
        />
        <FieldGrid>
          <NumberField label={t`Gross (kg)`} size="md" min={0} step={10} {...form.getInputProps('gross')} />
          <NumberField label={t`Tare (kg)`} size="md" min={0} step={10} {...form.getInputProps('tare')} />
        </FieldGrid>
        <p className={classes.net} data-empty={netWeightOf(form.getValues()) === undefined || undefined} role="status">
          {describeNetWeight(form.getValues(), delivery)}
        </p>
        <DateTimeField
          label={t`Time of weighing (${{ city: getCitySettings().name }} time)`}
          toward="past"
          {...form.getInputProps('weighedAt')}
        />
        <TicketPhoto
          taken={form.getValues().picture !== ''}
          take={(picture) => form.setFieldValue('picture', picture)}
          error={form.errors.picture}
          setSending={setSending}
        />
        <ChangeErrorAlert failure={failure} text={t`Failed to record the weight`} />
        <DialogFooter act={t`Record weight`} close={close} pending={pending} disabled={sending} />
      </Stack>
    </form>
  )
}

/** Message that another user weighed the load meanwhile. */
function Meanwhile({ first, delivery }: { first: Delivery; delivery: Delivery }) {
  const { weighing } = delivery
  if (!weighing || JSON.stringify(weighing) === JSON.stringify(first.weighing)) return null
  return (
    <Alert color="statusProgress" variant="light" role="status" title={t`Someone else weighed this load`}>
      {t`${{ weight: describeWeightWithSource(delivery) }}. Your entry replaces this weight.`}
    </Alert>
  )
}

interface TicketPhotoProps {
  /** True once a photo has been uploaded. */
  taken: boolean
  /** Called with the uploaded picture's id, or '' after removal. */
  take(picture: string): void
  error?: ReactNode
  setSending(sending: boolean): void
}

function TicketPhoto({ taken, take, error, setSending }: TicketPhotoProps) {
  const input = useRef<HTMLInputElement>(null)
  const [upload, { isLoading }] = useUploadPictureMutation()
  const [failed, setFailed] = useState<string | null>(null)

  async function send({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    // Resets the file input, so that the same photo can be chosen again after a failure.
    currentTarget.value = ''
    if (!file) return
    setFailed(null)
    setSending(true)
    try {
      take((await upload({ file }).unwrap()).picture)
    } catch (refused) {
      setFailed(commandFailureReasonOf(refused) || t`The photo could not be sent. Please try again.`)
    } finally {
      setSending(false)
    }
  }

  const Icon = taken ? IconCheck : IconCamera
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-label={t`Photo of the ticket`}
        onChange={(event) => void send(event)}
      />
      <Group gap="xs">
        <Button
          variant="default"
          loading={isLoading}
          leftSection={<Icon size={18} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {taken ? t`Photo added. Take another one` : t`Add a photo of the ticket`}
        </Button>
        {taken && (
          <Button variant="subtle" color="gray" onClick={() => take('')}>
            <Trans>Remove photo</Trans>
          </Button>
        )}
      </Group>
      {(failed ?? error) && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)" mt={6}>
          {failed ?? error}
        </Text>
      )}
    </div>
  )
}

const disputeRules = validateBySchema(async () => (await import('#contract/commands.ts')).DisputeCompositionBody)

interface DisputeDialogProps extends DialogState {
  delivery: Delivery | null
}

/** Dispute of a composition: a reason, and optionally shares found when sorting. */
export function DisputeDialog({ delivery, opened, close }: DisputeDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Dispute composition`} size="lg" opened={opened} close={close} busy={busy}>
      {delivery && <DisputeForm delivery={delivery} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

interface DisputeFormProps {
  delivery: Delivery
  close(): void
  setBusy(busy: boolean): void
}

function DisputeForm({ delivery, close, setBusy }: DisputeFormProps) {
  const { pending, failure, send } = useCommand('deliveries')
  const [dispute] = useDisputeCompositionMutation()
  const form = useForm<DisputeDraft>({
    initialValues: EMPTY_DISPUTE,
    validate: async (values) => toDisputeFieldErrors(await disputeRules(toDisputeBody(values))),
    validateInputOnBlur: true,
  })
  useUnsavedChanges(form.isDirty())
  const values = form.getValues()

  const submit = form.onSubmit(async (draft) => {
    const body = toDisputeBody(draft)
    setBusy(true)
    try {
      const { id } = delivery
      const done = await send({ id, ...body }, (key) => dispute({ id, body, key }).unwrap())
      if (!done) return
      showToast('success', t`Composition disputed`, t`A dispatcher will decide. You will see the result here.`)
      close()
    } catch (error) {
      form.setErrors(toDisputeFieldErrors((error as RequestFailure).errors ?? {}))
    } finally {
      setBusy(false)
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {t`${{ truck: delivery.truckId }} from ${{ zone: delivery.zone }}. ${{ composition: describeCompositionWithSource(delivery) }}. Describe what is different in this load. A dispatcher will then decide.`}
        </Text>
        <Textarea
          label={t`Reason`}
          size="md"
          autosize
          minRows={2}
          maxLength={300}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <fieldset>
          <Text component="legend" size="sm" fw={500} mb={4}>
            <Trans>What you found (optional)</Trans>
          </Text>
          <MaterialFields form={form} />
        </fieldset>
        {hasTypedShares(values) && <CompositionTotal shares={values} />}
        <ChangeErrorAlert failure={failure} text={t`Failed to dispute the composition`} />
        <DialogFooter act={t`Dispute composition`} close={close} pending={pending} disabled={!canSendDispute(values)} />
      </Stack>
    </form>
  )
}
