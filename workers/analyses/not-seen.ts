/** A photo in which nothing could be looked for: why, in a sentence for whoever asked. */
import type { AnalysisResult, Findings } from '#contract/waste/litter.ts'

export class NotSeen extends Error {}

/** What was seen before it is drawn. */
export interface Seen extends Findings, Pick<AnalysisResult, 'model' | 'version' | 'usage'> {
  took: Omit<AnalysisResult['took'], 'drawing'>
}
