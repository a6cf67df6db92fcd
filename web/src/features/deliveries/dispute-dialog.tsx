/** Dispute of a delivery's composition: a reason, and optionally the sorted shares. */
import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Delivery } from '#contract/views.ts'
import type { Failure } from '#web/lib/api/api.ts'
import { useUnsaved, validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeFailure, Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { CompositionTotal, MaterialFields } from '#web/ui/materials/materials.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useDisputeCompositionMutation } from './calls.ts'
import { contentsOf } from './deliveries.ts'
import { canBeSent, type DisputeDraft, disputeBody, EMPTY, inFields, isSorted } from './drafts.ts'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).DisputeComposition)

export interface DisputeDialogProps extends DialogState {
  delivery: Delivery | null
}

export function DisputeDialog({ delivery, opened, close }: DisputeDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Dispute composition" size="lg" opened={opened} close={close} busy={busy}>
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
    initialValues: EMPTY,
    validate: async (values) => inFields(await rules(disputeBody(values))),
    validateInputOnBlur: true,
  })
  useUnsaved(form.isDirty())
  const values = form.getValues()

  const submit = form.onSubmit(async (draft) => {
    const body = disputeBody(draft)
    setBusy(true)
    try {
      const { id } = delivery
      const done = await send({ id, ...body }, (key) => dispute({ id, body, key }).unwrap())
      if (!done) return
      toast('success', 'Composition disputed', 'A dispatcher decides; you see it here.')
      close()
    } catch (error) {
      form.setErrors(inFields((error as Failure).errors ?? {}))
    } finally {
      setBusy(false)
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {delivery.truckId} from {delivery.zone}. {contentsOf(delivery)}. Say what is different in this load: a
          dispatcher reads it and decides.
        </Text>
        <Textarea
          label="Reason"
          size="md"
          autosize
          minRows={2}
          maxLength={300}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <fieldset>
          <Text component="legend" size="sm" fw={500} mb={4}>
            What you found (optional)
          </Text>
          <MaterialFields form={form} />
        </fieldset>
        {isSorted(values) && <CompositionTotal shares={values} />}
        <ChangeFailure failure={failure} text="Failed to dispute the composition" />
        <DialogFoot act="Dispute composition" close={close} pending={pending} disabled={!canBeSent(values)} />
      </Stack>
    </form>
  )
}
