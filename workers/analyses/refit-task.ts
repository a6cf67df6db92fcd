/** Pool task that trains the detector's last layer with people's corrections. */
import type { HeadRefitResult, TrainingPhoto } from '#ml/waste-detector/refit.ts'
import { endThreadWithError, openDetectorOnThread } from './thread-detector.ts'

export interface HeadRefitInput {
  photos: readonly (Pick<TrainingPhoto, 'picture' | 'boxes'> & { known: boolean })[]
  /** Weights of the refit in use, for detector version `base` only. */
  inUse?: { base: string; additions: Uint8Array } | undefined
}

export interface HeadRefitOutput {
  /** Version of the detector. */
  base: string
  /** The refit; undefined if too few photos are new to the current one. */
  made: HeadRefitResult | undefined
}

export default async function trainHeadRefit({ photos, inUse }: HeadRefitInput): Promise<HeadRefitOutput> {
  try {
    const { version: base, refit } = await openDetectorOnThread()
    if (inUse?.base === base) return { base, made: refit(photos, inUse.additions) }
    // The detector's original weights have learned from none of these photos.
    return { base, made: refit(photos.map((photo) => ({ ...photo, known: false }))) }
  } catch (error) {
    return endThreadWithError(error)
  }
}
