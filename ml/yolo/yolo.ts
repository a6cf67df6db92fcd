/** Detector that replaces the built-in one: any YOLO model for TensorFlow.js. */
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import * as tf from '@tensorflow/tfjs-core'
import { areaSharesOf, mapMaterials } from '../waste-detector/composition.ts'
import type { Detector, DetectorResult } from '../waste-detector/detector.ts'
import { initTensorBackend } from '../waste-detector/graph.ts'
import type { RgbPhoto } from '../waste-detector/window.ts'
import {
  createClassMismatchError,
  createUnsupportedInputError,
  inputSizePxOf,
  readYoloFolder,
  type YoloFolder,
} from './folder.ts'
import { readYoloWeights } from './model-files.ts'
import { decodeBoxes, letterboxPhoto, outputLayoutOf, toPhotoRectangle } from './tensors.ts'

export type YoloDetector = Pick<Detector, 'model' | 'version' | 'detect'>

/** Weighting of boxes in the composition: confidence times area. */
const BOX_WEIGHTING = { sure: 1, large: 1, clear: 1 }

/**
 * Opens a YOLO model.
 * Throws InvalidYoloFolder if the model in the folder can't be used.
 */
export async function openYoloDetector(folder: string): Promise<YoloDetector> {
  await initTensorBackend()
  const read = await readYoloFolder(folder)
  const network = await loadGraphModel(tf.io.fromMemory(await artifactsOf(folder, read)))
  const size = inputSizePxOf(network.inputs[0]?.shape ?? [])
  if (size === undefined) throw createUnsupportedInputError(folder)

  function analysisOf(photo: RgbPhoto, size: number): DetectorResult {
    const { values, inside } = letterboxPhoto(photo, size)
    const said = tf.tidy(() => {
      const answer = network.predict(tf.tensor4d(values, [1, size, size, 3]))
      return Array.isArray(answer) ? answer[0] : (answer as tf.Tensor)
    }) as tf.Tensor
    const head = outputLayoutOf(said.shape, read.materials.length)
    const numbers = said.dataSync<'float32'>()
    said.dispose()
    if (!head) throw createClassMismatchError(folder, said.shape, read.materials.length)
    const boxes = decodeBoxes(numbers, head, size, read.confidence).flatMap(({ kind, confidence, ...box }) => {
      const material = read.materials[kind]
      const shares = mapMaterials((one) => Number(one === material))
      return material ? [{ ...toPhotoRectangle(box, inside), confidence, material, shares }] : []
    })
    return { boxes, areas: areaSharesOf(boxes, BOX_WEIGHTING) ?? null }
  }

  return {
    model: read.model,
    version: read.version,
    detect: (rgb, width, height) => analysisOf({ rgb, width, height }, size),
  }
}

async function artifactsOf(
  folder: string,
  { modelTopology, weightsManifest }: YoloFolder,
): Promise<tf.io.ModelArtifacts> {
  return {
    modelTopology,
    weightSpecs: weightsManifest.flatMap(({ weights }) => weights) as tf.io.WeightsManifestEntry[],
    weightData: await readYoloWeights(folder, weightsManifest),
  }
}
