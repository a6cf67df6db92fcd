/**
 * Controls with which a dispatcher updates a site's composition.
 * The button opens a dialog.
 * The form uses the composition that a photo analysis found.
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

const loadCompositionDialog = async () => (await import('./composition-dialog.tsx')).CompositionDialog
const preloadCompositionDialog = createPreloadHandlers(loadCompositionDialog)

/** Button that opens the composition dialog, with the site `siteId` selected at first. */
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
        {...preloadCompositionDialog}
        {...off}
      >
        <Trans>Update Composition</Trans>
      </Button>
      <LazyDialog load={loadCompositionDialog} props={{ siteId, opened, close: () => setOpened(false) }} />
    </>
  )
}

/** An analysis that found litter and therefore has a composition. */
type AnalysisWithFindings = Analysis & { composition: NonNullable<Analysis['composition']> }

interface AnalysisDraft {
  weight: string
  currentCapacity: string
}

const initialDraftOf = (site: Site): AnalysisDraft => ({ weight: '', currentCapacity: String(site.currentCapacity) })

/**
 * Returns the request body for the values that the user typed.
 * It may contain invalid values, which the schema reports.
 */
function requestBodyOf(
  draft: AnalysisDraft,
  { id, method, composition }: AnalysisWithFindings,
): BodyInputOf<'updateComposition'> {
  const weight = parseNumber(draft.weight)
  return {
    ...composition,
    currentCapacity: parseNumber(draft.currentCapacity) as number,
    ...(weight !== undefined && { weight }),
    source: method,
    analysisId: id,
  }
}

const compositionRules = validateBySchema(async () => (await import('#contract/commands.ts')).UpdateCompositionBody)

interface AnalysisFormProps {
  analysis: Analysis
  close(): void
  setBusy(busy: boolean): void
}

/**
 * Form that updates a site's composition from a photo analysis.
 * Renders nothing if the analysis has no composition or its site does not exist.
 */
export function AnalysisForm({ analysis, ...rest }: AnalysisFormProps) {
  const { rows: sites } = useRoom('sites')
  const site = sites.find(({ id }) => id === analysis.siteId)
  const { composition } = analysis
  if (!site || !composition) return null
  return <UpdateForm site={site} analysis={{ ...analysis, composition }} {...rest} />
}

type UpdateFormProps = Omit<AnalysisFormProps, 'analysis'> & { site: Site; analysis: AnalysisWithFindings }

function UpdateForm({ site, analysis, close, setBusy }: UpdateFormProps) {
  const { pending, failure, save } = useSiteUpdate({
    site,
    saved: t`Waste composition and weight updated successfully! Delivery created.`,
    close,
    setBusy,
  })
  const form = useForm({
    initialValues: initialDraftOf(site),
    validate: async (values: AnalysisDraft) => ({
      ...(await compositionRules(requestBodyOf(values, analysis))),
      ...(Number(values.weight) > 0
        ? {}
        : { weight: t`Please enter the total weight of the waste (kg) before updating.` }),
    }),
  })
  useUnsavedChanges(form.isDirty())

  const submit = form.onSubmit((draft) => save(requestBodyOf(draft, analysis), form.setErrors))

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
