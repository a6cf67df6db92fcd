/** Form for a weighbridge ticket: gross, tare, and the net weight that replaces the estimate. */
import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Delivery } from '#contract/views.ts'
import type { Failure } from '#web/calls/api.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { DialogFoot } from '#web/components/dialog-foot.tsx'
import { FieldGrid } from '#web/components/field-grid.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { MomentField } from '#web/components/moment-field/moment-field.tsx'
import { NumberField } from '#web/components/number-field.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { cityWords } from '#web/format/city-words.ts'
import { kg } from '#web/format/weights.ts'
import { checkedBy } from '#web/hooks/checked-by.ts'
import { useUnsaved } from '#web/hooks/unsaved.ts'
import { useWeighDeliveryMutation } from './calls.ts'
import classes from './deliveries.module.css'
import { weightOf } from './delivery-words.ts'
import { TicketPhoto } from './ticket-photo.tsx'
import { draftOf, netOf, netText, type WeighDraft, weighBody } from './weigh-draft.ts'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).WeighDelivery)

export interface WeighDialogProps extends DialogState {
  delivery: Delivery | null
}

export function WeighDialog({ delivery, opened, close }: WeighDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={`Weigh ${delivery?.truckId ?? ''}`} opened={opened} close={close} busy={busy}>
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
  const [first] = useState(() => ({ delivery, draft: draftOf(delivery, Date.now()) }))
  const { pending, failure, send } = useCommand('deliveries')
  const [weigh] = useWeighDeliveryMutation()
  const [sending, setSending] = useState(false)
  const bodyOf = (values: WeighDraft) => weighBody(values, first.draft.weighedAt)
  const form = useForm<WeighDraft>({
    initialValues: first.draft,
    validate: (values) => rules(bodyOf(values)),
    validateInputOnBlur: true,
  })
  useUnsaved(form.isDirty())

  const submit = form.onSubmit(async (values) => {
    const body = bodyOf(values)
    setBusy(true)
    try {
      const done = await send({ id: delivery.id, ...body }, (key) => weigh({ id: delivery.id, body, key }).unwrap())
      if (!done) return
      toast('success', 'Weight recorded', `${delivery.truckId}: ${kg(done.delivery.weight ?? 0)}`)
      close()
    } catch (error) {
      form.setErrors((error as Failure).errors ?? {})
    } finally {
      setBusy(false)
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" className="ws-figures">
          {delivery.zone}, now {weightOf(delivery)}. What you enter replaces it everywhere; both stay in the history.
        </Text>
        {!pending && <Meanwhile first={first.delivery} delivery={delivery} />}
        <TextInput
          label="Ticket number"
          size="md"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('ticket')}
        />
        <FieldGrid>
          <NumberField label="Gross (kg)" size="md" min={0} step={10} {...form.getInputProps('gross')} />
          <NumberField label="Tare (kg)" size="md" min={0} step={10} {...form.getInputProps('tare')} />
        </FieldGrid>
        <p className={classes.net} data-empty={netOf(form.getValues()) === undefined || undefined} role="status">
          {netText(form.getValues(), delivery)}
        </p>
        <MomentField
          label={`Weighed at (${cityWords().name} time)`}
          toward="past"
          {...form.getInputProps('weighedAt')}
        />
        <TicketPhoto
          taken={form.getValues().picture !== ''}
          take={(picture) => form.setFieldValue('picture', picture)}
          error={form.errors.picture}
          setSending={setSending}
        />
        <ChangeFailure failure={failure} text="Failed to record the weight" />
        <DialogFoot act="Record weight" close={close} pending={pending} disabled={sending} />
      </Stack>
    </form>
  )
}

/** Notice about another user's weighing while this form is open. */
function Meanwhile({ first, delivery }: { first: Delivery; delivery: Delivery }) {
  const { weighing } = delivery
  if (!weighing || JSON.stringify(weighing) === JSON.stringify(first.weighing)) return null
  return (
    <Alert color="statusProgress" variant="light" role="status" title="Weighed in the meantime">
      {weightOf(delivery)}. What you record now replaces that.
    </Alert>
  )
}
