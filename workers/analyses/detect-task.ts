/** Runs in the thread pool: analyses a photo with the built-in detector or a model that replaces it. */
import { readFile } from 'node:fs/promises'
import type { DetectorResult } from '#ml/waste-detector/detector.ts'
import type { YoloDetector } from '#ml/yolo/yolo.ts'
import type { RawPixelFile } from '#platform/pictures/tasks.ts'
import { endThreadWithError, openDetectorOnThread } from './thread-detector.ts'

/** A photo as raw pixels in a file. */
export interface DetectionInput extends RawPixelFile {
  /** Folder of a model that replaces the built-in detector. */
  yolo?: string | undefined
  /**
   * Weights that a refit learned from people's corrections.
   * They fit only the detector version `base`.
   */
  head?: { base: string; version: string; additions: Uint8Array } | undefined
}

export interface DetectionOutput extends DetectorResult {
  model: string
  version: string
}

let opening: Promise<YoloDetector> | undefined

/** Loads the model that replaces the built-in detector, importing code only if used. */
const openYolo = async (folder: string): Promise<YoloDetector> =>
  (await import('#ml/yolo/yolo.ts')).openYoloDetector(folder)

export default async function detectLitterInPhoto({
  file,
  width,
  height,
  yolo,
  head,
}: DetectionInput): Promise<DetectionOutput> {
  const rgb = await readFile(file)
  try {
    if (yolo) {
      opening ??= openYolo(yolo)
      const { model, version, detect } = await opening
      return { model, version, ...detect(rgb, width, height) }
    }
    const { model, version, detect } = await openDetectorOnThread()
    const fitting = head?.base === version ? head : undefined
    return { model, version: fitting?.version ?? version, ...detect(rgb, width, height, fitting?.additions) }
  } catch (error) {
    return endThreadWithError(error)
  }
}
