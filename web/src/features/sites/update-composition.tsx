/**
 * Ways for a dispatcher to update a site's composition: the button that opens the dialog, and the form for the findings
 * of an analysis.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { Analysis, Site } from '#contract/views.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { parseNumber } from '#web/lib/format/numbers.ts'
import { useUnsavedChanges, validateBySchema } from '#web/lib/hooks/forms.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { ChangeErrorAlert } from '#web/ui/dialog.tsx'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import { useSiteUpdate } from './calls.ts'

const load = async () => (await import('./composition-dialog.tsx')).CompositionDialog
const ahead = createPreloadHandlers(load)

/** Button that opens the dialog. `siteId` is the site that the dialog shows first. */
export function UpdateCompositionButton({ siteId }: { siteId?: string }) {
  const [opened, setOpened] = useState(false)
  const off = useCommandsDisabled()
  return (
    <>
      <Button
        variant="default"
        size="sm"
        mih="var(--row-control, 44px)"
        px="xs"
        my={-8}
        flex="none"
        onClick={() => setOpened(true)}
        {...ahead}
        {...off}
      >
        <Trans>Update Composition</Trans>
      </Button>
      <LazyDialog load={load} props={{ siteId, opened, close: () => setOpened(false) }} />
    </>
  )
}

/** An analysis with findings. */
type AnalysisWithFindings = Analysis & { composition: NonNullable<Analysis['composition']> }

interface Draft {
  weight: string
  currentCapacity: string
}

const draftFor = (site: Site): Draft => ({ weight: '', currentCapacity: String(site.currentCapacity) })

/** Returns the request for the draft. The schema reports invalid values. */
function bodyOf(draft: Draft, { id, method, composition }: AnalysisWithFindings): BodyInputOf<'updateComposition'> {
  const weight = parseNumber(draft.weight)
  return {
    ...composition,
    currentCapacity: parseNumber(draft.currentCapacity) as number,
    ...(weight !== undefined && { weight }),
    source: method,
    analysisId: id,
  }
}

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).UpdateComposition)

export interface AnalysisFormProps {
  analysis: Analysis
  close(): void
  setBusy(busy: boolean): void
}

/**
 * Form that updates a site from an analysis.
 * Renders nothing if the analysis has no composition or the site no longer exists.
 */
export function AnalysisForm({ analysis, ...rest }: AnalysisFormProps) {
  const { rows: sites } = useRoom('sites')
  const site = sites.find(({ id }) => id === analysis.siteId)
  const { composition } = analysis
  if (!site || !composition) return null
  return <Form site={site} analysis={{ ...analysis, composition }} {...rest} />
}

type FormProps = Omit<AnalysisFormProps, 'analysis'> & { site: Site; analysis: AnalysisWithFindings }

function Form({ site, analysis, close, setBusy }: FormProps) {
  const { pending, failure, save } = useSiteUpdate({
    site,
    saved: t`Waste composition and weight updated successfully! Delivery created.`,
    close,
    setBusy,
  })
  const form = useForm({
    initialValues: draftFor(site),
    validate: async (values: Draft) => ({
      ...(await rules(bodyOf(values, analysis))),
      ...(Number(values.weight) > 0
        ? {}
        : { weight: t`Please enter the total weight of the waste (kg) before updating.` }),
    }),
  })
  useUnsavedChanges(form.isDirty())

  const submit = form.onSubmit((draft) => save(bodyOf(draft, analysis), form.setErrors))

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FieldGrid>
          <NumberField
            label={t`Total weight of the waste (kg)`}
            description={t`The weight on the scale. It replaces any estimate.`}
            size="md"
            min={0}
            step={0.1}
            {...form.getInputProps('weight')}
          />
          <NumberField
            label={t`Current capacity (tons)`}
            description={t`The total weight at ${{ site: site.name }}, including this waste.`}
            size="md"
            min={0}
            step={0.01}
            {...form.getInputProps('currentCapacity')}
          />
        </FieldGrid>
        <ChangeErrorAlert failure={failure} text={t`Failed to update waste composition`} />
        <CommandButton type="submit" size="md" mih={48} loading={pending}>
          {t`Update ${{ site: site.name }}`}
        </CommandButton>
      </Stack>
    </form>
  )
}

/** The button that opens the dialog Update Waste Composition. */
