/** In which order the zones' cards stand: where there are few, as they were opened; of many, those that need somebody first. */
import type { ZoneCard } from '#contract/views.ts'

/** So many are seen at once, and keep their places. */
export const FEW = 4

type Figures = Pick<ZoneCard, 'currentReports' | 'recommendAt' | 'totalCustomers' | 'thresholdReached'>

const urgency = ({ thresholdReached, currentReports, recommendAt }: Figures) =>
  thresholdReached ? 0 : currentReports > 0 && currentReports >= recommendAt ? 1 : 2

const share = ({ currentReports, totalCustomers }: Figures) => currentReports / Math.max(1, totalCustomers)

/** READY ones, then those that are recommended, each by the share of customers who reported; what is equal stays in place. */
export const byAttention = <Z extends Figures>(zones: readonly Z[]): readonly Z[] =>
  zones.length <= FEW ? zones : [...zones].sort((a, b) => urgency(a) - urgency(b) || share(b) - share(a))
