/** Analyses of photos: texts, checks of a photo, and API endpoints. */

import { plural, t } from '@lingui/core/macro'
import type { Analysis } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { materialLabelOf } from '#web/lib/format/names.ts'
import { formatKg, formatPercent, withUnit } from '#web/lib/format/numbers.ts'
import { sortedSharesOf } from '#web/ui/materials/shares.ts'

export const getAnalysisMethodLabels = (): Record<Analysis['method'], string> => ({
  yolo: t`Object detector`,
  llm: t`Vision language model`,
})

/** Text for a failed analysis without a reason. */
export const getDetectionFailureText = () => t`Failed to detect waste composition`

/**
 * Translations of the failure reasons that workers store in English.
 * Reasons from a language model stay untranslated.
 */
const failureReasons = (): Record<string, string> => ({
  'This picture cannot be read. Please send it again.': t`This picture cannot be read. Please send it again.`,
  'Something went wrong on our side while analysing this photo. Please try again.': t`Something went wrong on our side while analysing this photo. Please try again.`,
  'The picture no longer exists. Please send it again.': t`The picture no longer exists. Please send it again.`,
  'No language model is set up.': t`No language model is set up.`,
})

/** Returns why an analysis failed. */
export const analysisFailureReasonOf = ({ reason }: Pick<Analysis, 'reason'>): string =>
  reason === undefined ? getDetectionFailureText() : (lookUp(failureReasons(), reason) ?? reason)

/**
 * Returns the state, such as 'In the queue' or 'Plastic 62 %'.
 * Returns the reason for a failed analysis.
 */
export function describeAnalysisState({ state, boxes = [], composition, reason }: Analysis): string {
  if (state === 'queued') return t`In the queue`
  if (state === 'running') return t`Analysing the photo`
  if (state === 'failed') return analysisFailureReasonOf({ reason })
  const [most] = sortedSharesOf(composition ?? {})
  if (!most) return t`Nothing found`
  return `${materialLabelOf(most.material)} ${formatPercent(most.share)} · ${plural({ objects: boxes.length }, { one: '# object', other: '# objects' })}`
}

export const isAnalysisUnderWay = ({ state }: Pick<Analysis, 'state'>) => state === 'queued' || state === 'running'

/**
 * Formats kilograms with a suitable unit: '45 g', '12.5 kg'.
 * Most waste weighs less than a kilogram.
 */
const weightOf = (amount: number) => (amount < 1 ? withUnit(Math.round(amount * 1_000), 'g') : formatKg(amount))

/** Formats a weight as 'about 12 kg, between 200 g and 60 kg'. */
export const formatWeightRange = ({ kg: middle, low, high }: NonNullable<Analysis['weight']>) =>
  t`Weight about ${{ weight: weightOf(middle) }}, likely between ${{ low: weightOf(low) }} and ${{ high: weightOf(high) }}. Estimated from size and typical density.`

/** Largest accepted photo, in bytes. */
const MAX_BYTES = 10 * 1024 * 1024

/** Returns why a photo file cannot be analysed; undefined if it can. */
export function photoFileErrorOf({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!type.startsWith('image/')) return t`Please select an image file.`
  if (size === 0) return t`This file is empty. Please select another one.`
  if (size > MAX_BYTES) return t`This photo is larger than 10 MB. Please select a smaller one.`
  return undefined
}

/**
 * Returns the first image of a drop or paste.
 * Without an image, returns the first file, which causes an error message.
 */
export function findDroppedPhoto(data: Pick<DataTransfer, 'files'> | null): File | undefined {
  const files = [...(data?.files ?? [])]
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0]
}

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    agreement: build.query(defineQuery('agreement')),
    requestAnalysis: build.mutation(defineCommand('requestAnalysis')),
    refitHead: build.mutation(defineCommand('refitHead')),
    correctAnalysis: build.mutation(defineCommand('correctAnalysis')),
    analysis: build.query(defineQuery('analysis')),
  }),
})

export const {
  useAgreementQuery,
  useRequestAnalysisMutation,
  useRefitHeadMutation,
  useCorrectAnalysisMutation,
  useAnalysisQuery,
} = calls
