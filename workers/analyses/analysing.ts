/** A thread of the pool that looks at photos: the detector is made with the first of them and stays in its thread. */
import path from 'node:path'
import { type Analysis, type Detector, openDetector } from '#ml/waste-detector/detector.ts'

/** A photo as its dots. */
export interface Photo {
  rgb: Uint8Array
  width: number
  height: number
}

export interface Looked extends Analysis {
  model: string
  version: string
}

const WEIGHTS = path.join(import.meta.dirname, '../../ml/waste-detector/weights')

let opening: Promise<Detector> | undefined

/** What broke inside a network may have broken what it runs on: the thread ends with it, and the next photo gets another. */
const endWith = (error: unknown) =>
  new Promise<never>(() => {
    process.nextTick(() => {
      throw error
    })
  })

export default async function analyse({ rgb, width, height }: Photo): Promise<Looked> {
  try {
    opening ??= openDetector(WEIGHTS)
    const { model, version, detect } = await opening
    return { model, version, ...detect(rgb, width, height) }
  } catch (error) {
    return endWith(error)
  }
}
