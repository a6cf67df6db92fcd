/** Error for a photo that could not be analysed. Its message is shown to the user. */
import type { AnalysisResult, LitterDetection } from '#contract/analyses/litter.ts'

export class DetectionFailed extends Error {}

/** Result of an analysis before the boxes are drawn on the photo. */
export interface DetectionResult extends LitterDetection, Pick<AnalysisResult, 'model' | 'version' | 'usage'> {
  took: Omit<AnalysisResult['took'], 'drawing'>
}
