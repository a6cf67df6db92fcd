/** Error of a photo that could not be analysed, with a message for the requester. */
import type { AnalysisResult, Findings } from '#contract/waste/litter.ts'

export class NotSeen extends Error {}

/** Result of an analysis before annotation. */
export interface Seen extends Findings, Pick<AnalysisResult, 'model' | 'version' | 'usage'> {
  took: Omit<AnalysisResult['took'], 'drawing'>
}
