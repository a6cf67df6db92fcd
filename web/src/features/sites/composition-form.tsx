/** Form with a site's seven materials, their total, and the load. */
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Site } from '#contract/views.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { DialogFoot } from '#web/components/dialog-foot.tsx'
import { FieldGrid } from '#web/components/field-grid.tsx'
import { CompositionTotal } from '#web/components/materials/composition-total.tsx'
import { MaterialFields } from '#web/components/materials/material-fields.tsx'
import { isWhole, type Shares } from '#web/components/materials/shares.ts'
import { NumberField } from '#web/components/number-field.tsx'
import { checkedBy } from '#web/hooks/checked-by.ts'
import { useUnsaved } from '#web/hooks/unsaved.ts'
import { compositionBody, draftOf } from './composition-draft.ts'
import { Presets } from './presets.tsx'
import { useSiteUpdate } from './use-site-update.ts'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).UpdateComposition)

export interface CompositionFormProps {
  site: Site
  sites: readonly Site[]
  close(): void
  setBusy(busy: boolean): void
}

export function CompositionForm({ site, sites, close, setBusy }: CompositionFormProps) {
  const { pending, failure, save } = useSiteUpdate({ site, close, setBusy })
  const form = useForm({
    initialValues: draftOf(site),
    validate: (values) => rules(compositionBody(values)),
    validateInputOnBlur: true,
  })
  useUnsaved(form.isDirty())
  const values = form.getValues()

  const submit = form.onSubmit((draft) => save(compositionBody(draft), form.setErrors))

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Presets site={site} sites={sites} shares={values} choose={(shares: Shares) => form.setValues(shares)} />
        <MaterialFields form={form} />
        <CompositionTotal shares={values} />
        <FieldGrid>
          <NumberField
            label="Current capacity (tons)"
            size="md"
            min={0}
            step={0.01}
            {...form.getInputProps('currentCapacity')}
          />
          <NumberField
            label="Weight of the load (kg, optional)"
            size="md"
            min={0}
            step={0.1}
            {...form.getInputProps('weight')}
          />
        </FieldGrid>
        <ChangeFailure failure={failure} text="Failed to update waste composition" />
        <DialogFoot act="Update Composition" close={close} pending={pending} disabled={!isWhole(values)} />
      </Stack>
    </form>
  )
}
