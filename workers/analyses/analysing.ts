/** A thread of the pool that looks at photos: the detector is made with the first of them and stays in its thread. */
import path from 'node:path'
import { type Analysis, openDetector } from '#ml/waste-detector/detector.ts'
import type { Yolo } from '#ml/yolo/yolo.ts'

/** A photo as its dots. */
export interface Photo {
  rgb: Uint8Array
  width: number
  height: number
  /** The folder of a model in place of the built-in detector. */
  yolo?: string | undefined
}

export interface Looked extends Analysis {
  model: string
  version: string
}

const WEIGHTS = path.join(import.meta.dirname, '../../ml/waste-detector/weights')

let opening: Promise<Yolo> | undefined

/** What is not used is not loaded. */
const openFrom = async (yolo: string | undefined): Promise<Yolo> =>
  yolo ? (await import('#ml/yolo/yolo.ts')).openYolo(yolo) : openDetector(WEIGHTS)

/** What broke inside a network may have broken what it runs on: the thread ends with it, and the next photo gets another. */
const endWith = (error: unknown) =>
  new Promise<never>(() => {
    process.nextTick(() => {
      throw error
    })
  })

export default async function analyse({ rgb, width, height, yolo }: Photo): Promise<Looked> {
  try {
    opening ??= openFrom(yolo)
    const { model, version, detect } = await opening
    return { model, version, ...detect(rgb, width, height) }
  } catch (error) {
    return endWith(error)
  }
}
