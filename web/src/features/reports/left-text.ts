/** Sentences that say why a crew left a bin and what the resident can do. The notification uses the same sentences. */
import { t } from '@lingui/core/macro'
import type { StopOutcomeView } from '#contract/views.ts'
import type { StopException } from '#domain/stop-outcomes.ts'

const sentences = (time: string): Record<StopException, string> => ({
  'not-out': t`Your bin was not out at ${time}. Put it out. We will come again.`,
  'no-access': t`We could not reach your bin at ${time}. Please clear the way. We will come again.`,
  safety: t`It was not safe to empty your bin at ${time}. We will come again.`,
  'no-payment': t`We did not empty your bin at ${time}, because a payment is due. We will come again after you pay.`,
  delay: t`We could not empty your bin at ${time} because of a delay. We will come again.`,
  damage: t`Your bin is damaged, so we could not empty it at ${time}. Please have it repaired. We will come again.`,
  overloaded: t`Your bin was too full to be emptied at ${time}. Please take something out. We will come again.`,
  'extra-item': t`Things beside your bin were in the way at ${time}. Please remove them. We will come again.`,
  special: t`We did not empty your bin at ${time}, because it has waste that needs a special collection.`,
  contamination: t`We did not empty your bin at ${time}, because it has waste that does not belong in it. Please sort the waste.`,
  'service-review': t`We did not empty your bin at ${time}, because we are reviewing your service. We will come again.`,
  weight: t`Your bin was too heavy to be emptied at ${time}. Please take something out. We will come again.`,
})

/** Returns a sentence that says why a bin was left; undefined if it was collected. */
export const uncollectedReasonText = ({ outcome, exception }: StopOutcomeView, time: string): string | undefined =>
  outcome === 'exception' && exception ? sentences(time)[exception] : undefined
