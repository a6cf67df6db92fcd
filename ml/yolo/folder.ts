/** Reads the folder of a YOLO model exported for TensorFlow.js, with `materials.json` mapping classes to materials. */
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { MATERIALS, type Material } from '../waste-detector/materials.ts'
import { headOf } from './decode.ts'

/** Thrown for an invalid folder, with one sentence. */
export class WrongFolder extends Error {}

export interface YoloFolder {
  /** As in model.json. */
  modelTopology: object
  weightsManifest: { paths: string[]; weights: { name: string }[] }[]
  /** Material of each class in order; undefined for classes that are no waste. */
  materials: (Material | undefined)[]
  /** Boxes below this confidence are not shown. */
  confidence: number
  model: string
  version: string
}

const CONFIDENCE = 0.25

/**
 * Reads everything but the weights, and checks that those exist.
 * Throws WrongFolder.
 */
export async function readYoloFolder(folder: string): Promise<YoloFolder> {
  const wrong = (what: string) => new WrongFolder(`YOLO_MODEL: ${what}`)
  const { format, modelTopology, weightsManifest, signature } = await jsonIn(folder, 'model.json', wrong)
  if (format !== 'graph-model' || typeof modelTopology !== 'object' || !Array.isArray(weightsManifest))
    throw wrong(`${folder}/model.json is no graph model of TensorFlow.js; export it with format=tfjs.`)
  for (const shard of (weightsManifest as YoloFolder['weightsManifest']).flatMap(({ paths }) => paths))
    await access(path.join(folder, path.basename(shard))).catch(() => {
      throw wrong(`${folder} lacks ${shard}, which model.json names.`)
    })
  const { classes, confidence = CONFIDENCE, name, version } = await jsonIn(folder, 'materials.json', wrong)
  const given = Array.isArray(classes) ? (classes as { name?: unknown; material?: unknown }[]) : []
  const isKnown = (material: unknown) => material === null || MATERIALS.includes(material as Material)
  if (given.length === 0 || !given.every(({ material }) => isKnown(material)))
    throw wrong(
      `${folder}/materials.json must be {"classes": [{"name": "bottle", "material": "plastic"}, …]}, all classes in the model's order, each material one of ${MATERIALS.join(', ')} or null.`,
    )
  const shape = answerOf(signature)
  if (shape && !headOf(shape, given.length)) throw otherClasses(folder, shape, given.length)
  if (typeof confidence !== 'number' || !(confidence > 0 && confidence < 1))
    throw wrong(`the confidence in ${folder}/materials.json must lie between 0 and 1.`)
  return {
    modelTopology: modelTopology as object,
    weightsManifest: weightsManifest as YoloFolder['weightsManifest'],
    materials: given.map(({ material }) => (material as Material | null) ?? undefined),
    confidence,
    model: typeof name === 'string' && name ? name : path.basename(path.resolve(folder)),
    version: typeof version === 'string' && version ? version : '1',
  }
}

/** Builds the error for classes that do not match the model. */
export const otherClasses = (folder: string, shape: readonly number[], classes: number) =>
  new WrongFolder(
    `YOLO_MODEL: the model in ${folder} answers in the shape ${shape.join(' × ')}, which is none of a YOLO with the ${classes} classes of materials.json.`,
  )

/**
 * Returns the shape of the first output if model.json has it.
 * A shape that depends on the picture is known only after the first photo.
 */
function answerOf(signature: unknown): number[] | undefined {
  const outputs = (
    signature as { outputs?: Record<string, { tensorShape?: { dim?: { size: string }[] } }> } | undefined
  )?.outputs
  const shape = Object.values(outputs ?? {})[0]?.tensorShape?.dim?.map(({ size }) => Number(size))
  return shape?.every((length) => length > 0) ? shape : undefined
}

async function jsonIn(folder: string, file: string, wrong: (what: string) => Error): Promise<Record<string, unknown>> {
  const bytes = await readFile(path.join(folder, file)).catch(() => {
    throw wrong(`there is no ${file} that can be read in ${folder}.`)
  })
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch (error) {
    if (error instanceof TypeError) throw wrong(`${folder}/${file} is not UTF-8. Save it as UTF-8.`)
    if (!(error instanceof SyntaxError)) throw error
  }
  throw wrong(`${folder}/${file} is no JSON.`)
}
