/** Alternative detector: any YOLO model exported for TensorFlow.js. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import * as tf from '@tensorflow/tfjs-core'
import { startBackend } from '../waste-detector/backend.ts'
import { areaShares } from '../waste-detector/composition.ts'
import type { Analysis, Detector } from '../waste-detector/detector.ts'
import { perMaterial } from '../waste-detector/materials.ts'
import type { Photo } from '../waste-detector/window.ts'
import { boxesIn, headOf } from './decode.ts'
import { otherClasses, readYoloFolder, WrongFolder, type YoloFolder } from './folder.ts'
import { letterboxed, ofPhoto } from './letterbox.ts'

export type Yolo = Pick<Detector, 'model' | 'version' | 'detect'>

/** Size in px for models that accept any. */
const SIZE = 640
/** Boxes count in the composition by confidence and area. */
const COUNTING = { sure: 1, large: 1, clear: 1 }

/**
 * Opens the model.
 * Throws WrongFolder with a sentence if the folder is invalid.
 */
export async function openYolo(folder: string): Promise<Yolo> {
  await startBackend()
  const read = await readYoloFolder(folder)
  const network = await loadGraphModel(tf.io.fromMemory(await artifactsOf(folder, read)))
  const [, high = SIZE, wide = SIZE, channels] = network.inputs[0]?.shape ?? []
  const size = Math.max(high, wide) > 0 ? Math.max(high, wide) : SIZE
  if (channels !== 3 || (high > 0 && high !== wide))
    throw new WrongFolder(`YOLO_MODEL: the model in ${folder} must take square pictures with three colours last.`)

  function analysisOf(photo: Photo): Analysis {
    const { values, inside } = letterboxed(photo, size)
    const said = tf.tidy(() => {
      const answer = network.predict(tf.tensor4d(values, [1, size, size, 3]))
      return Array.isArray(answer) ? answer[0] : (answer as tf.Tensor)
    }) as tf.Tensor
    const head = headOf(said.shape, read.materials.length)
    const numbers = said.dataSync<'float32'>()
    said.dispose()
    if (!head) throw otherClasses(folder, said.shape, read.materials.length)
    const boxes = boxesIn(numbers, head, size, read.confidence).flatMap(({ kind, confidence, ...box }) => {
      const material = read.materials[kind]
      const shares = perMaterial((one) => Number(one === material))
      return material ? [{ ...ofPhoto(box, inside), confidence, material, shares }] : []
    })
    return { boxes, areas: areaShares(boxes, COUNTING) ?? null }
  }

  return {
    model: read.model,
    version: read.version,
    detect: (rgb, width, height) => analysisOf({ rgb, width, height }),
  }
}

async function artifactsOf(
  folder: string,
  { modelTopology, weightsManifest }: YoloFolder,
): Promise<tf.io.ModelArtifacts> {
  const shards = weightsManifest.flatMap(({ paths }) => paths)
  const pieces = await Promise.all(shards.map((shard) => readFile(path.join(folder, path.basename(shard)))))
  const bytes = Uint8Array.from(Buffer.concat(pieces))
  return {
    modelTopology,
    weightSpecs: weightsManifest.flatMap(({ weights }) => weights) as tf.io.WeightsManifestEntry[],
    weightData: bytes.buffer,
  }
}
