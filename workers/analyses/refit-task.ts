/** Pool task that trains the detector's last layer with people's corrections. */
import type { HeadRefitResult, TrainingPhoto } from '#ml/waste-detector/refit.ts'
import { endThreadWithError, openDetectorOnThread } from './thread-detector.ts'

export interface DetectorRetrainingInput {
  photos: readonly (Pick<TrainingPhoto, 'picture' | 'boxes'> & { known: boolean })[]
  /**
   * Weights of the retrained detector layers in use.
   * They apply only to detector version `base`.
   */
  inUse?: { base: string; additions: Uint8Array } | undefined
}

export interface DetectorRetrainingOutput {
  /** Version of the detector. */
  base: string
  /**
   * Result of the new refit.
   * Undefined if too few photos are new to the refit in use.
   */
  made: HeadRefitResult | undefined
}

export default async function trainHeadRefit({
  photos,
  inUse,
}: DetectorRetrainingInput): Promise<DetectorRetrainingOutput> {
  try {
    const { version: base, refit } = await openDetectorOnThread()
    if (inUse?.base === base) return { base, made: refit(photos, inUse.additions) }
    // The detector's original weights were trained without any of the corrected photos.
    return { base, made: refit(photos.map((photo) => ({ ...photo, known: false }))) }
  } catch (error) {
    return endThreadWithError(error)
  }
}
