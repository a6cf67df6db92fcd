/** Form that applies an analysis to its site, with the typed load and weight. */

import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Analysis, Site } from '#contract/views.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { CommandButton } from '#web/components/command-button.tsx'
import { FieldGrid } from '#web/components/field-grid.tsx'
import { NumberField } from '#web/components/number-field.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { checkedBy } from '#web/hooks/checked-by.ts'
import { useUnsaved } from '#web/hooks/unsaved.ts'
import { bodyOf, type Draft, draftFor, WEIGHT_WANTED, type Whole } from './analysis-draft.ts'
import { useSiteUpdate } from './use-site-update.ts'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).UpdateComposition)

export interface AnalysisFormProps {
  analysis: Analysis
  close(): void
  setBusy(busy: boolean): void
}

/** Renders nothing without a composition or if the site no longer exists. */
export function AnalysisForm({ analysis, ...rest }: AnalysisFormProps) {
  const { rows: sites } = useRoom('sites')
  const site = sites.find(({ id }) => id === analysis.siteId)
  const { composition } = analysis
  if (!site || !composition) return null
  return <Form site={site} analysis={{ ...analysis, composition }} {...rest} />
}

const SAVED = 'Waste composition and weight updated successfully! Delivery created.'

type FormProps = Omit<AnalysisFormProps, 'analysis'> & { site: Site; analysis: Whole }

function Form({ site, analysis, close, setBusy }: FormProps) {
  const { pending, failure, save } = useSiteUpdate({ site, saved: SAVED, close, setBusy })
  const form = useForm({
    initialValues: draftFor(site),
    validate: async (values: Draft) => ({
      ...(await rules(bodyOf(values, analysis))),
      ...(Number(values.weight) > 0 ? {} : { weight: WEIGHT_WANTED }),
    }),
  })
  useUnsaved(form.isDirty())

  const submit = form.onSubmit((draft) => save(bodyOf(draft, analysis), form.setErrors))

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FieldGrid>
          <NumberField
            label="Total weight of the waste (kg)"
            description="As it was weighed; it counts before any estimate."
            size="md"
            min={0}
            step={0.1}
            {...form.getInputProps('weight')}
          />
          <NumberField
            label="Current capacity (tons)"
            description={`What lies at ${site.name} with it.`}
            size="md"
            min={0}
            step={0.01}
            {...form.getInputProps('currentCapacity')}
          />
        </FieldGrid>
        <ChangeFailure failure={failure} text="Failed to update waste composition" />
        <CommandButton type="submit" size="md" mih={48} loading={pending}>
          Update {site.name}
        </CommandButton>
      </Stack>
    </form>
  )
}
