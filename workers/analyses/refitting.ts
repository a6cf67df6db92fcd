/** The program of the pool that refits the built-in detector's material heads from what people corrected. */
import type { LearnedPhoto, Refit } from '#ml/waste-detector/refit.ts'
import { endWith, ownDetector } from './own-detector.ts'

export interface Corrections {
  photos: readonly (Pick<LearnedPhoto, 'picture' | 'boxes'> & { known: boolean })[]
  /** What is in use; of use to the detector of the version `base` alone. */
  inUse?: { base: string; additions: Uint8Array } | undefined
}

export interface Refitted {
  /** The detector's own version. */
  base: string
  /** Undefined where too few photos are unknown to what is in use. */
  made: Refit | undefined
}

export default async function refit({ photos, inUse }: Corrections): Promise<Refitted> {
  try {
    const { version: base, refit } = await ownDetector()
    if (inUse?.base === base) return { base, made: refit(photos, inUse.additions) }
    // The shipped heads have learned from none of them.
    return { base, made: refit(photos.map((photo) => ({ ...photo, known: false }))) }
  } catch (error) {
    return endWith(error)
  }
}
