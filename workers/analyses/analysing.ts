/** The program of the pool that looks at a photo: what it shows, by the built-in detector or another one in its place. */
import { readFile } from 'node:fs/promises'
import type { Analysis } from '#ml/waste-detector/detector.ts'
import type { Yolo } from '#ml/yolo/yolo.ts'
import type { Dots } from '#platform/pictures/tasks.ts'
import { endWith, ownDetector } from './own-detector.ts'

/** A photo as its dots, which lie in a file. */
export interface Photo extends Dots {
  /** The folder of a model in place of the built-in detector. */
  yolo?: string | undefined
  /** What people's corrections add to the built-in detector's material heads; of use to the detector of the version `base` alone. */
  head?: { base: string; version: string; additions: Uint8Array } | undefined
}

export interface Looked extends Analysis {
  model: string
  version: string
}

let opening: Promise<Yolo> | undefined

/** What is not used is not loaded. */
const openYolo = async (folder: string): Promise<Yolo> => (await import('#ml/yolo/yolo.ts')).openYolo(folder)

export default async function analyse({ file, width, height, yolo, head }: Photo): Promise<Looked> {
  const rgb = await readFile(file)
  try {
    if (yolo) {
      opening ??= openYolo(yolo)
      const { model, version, detect } = await opening
      return { model, version, ...detect(rgb, width, height) }
    }
    const { model, version, detect } = await ownDetector()
    const fitting = head?.base === version ? head : undefined
    return { model, version: fitting?.version ?? version, ...detect(rgb, width, height, fitting?.additions) }
  } catch (error) {
    return endWith(error)
  }
}
