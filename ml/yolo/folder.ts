/**
 * Reads the folder of a YOLO model exported for TensorFlow.js.
 * `materials.json` maps its classes to materials.
 */
import path from 'node:path'
import { z } from 'zod'
import { MATERIALS, type Material } from '../waste-detector/composition.ts'
import {
  explainInvalidWeights,
  MISSING_FILE_REASON,
  readSmallFile,
  UnreadableFile,
  WeightsManifest,
} from './model-files.ts'
import { outputLayoutOf } from './tensors.ts'

class InvalidYoloFolder extends Error {}

export interface YoloFolder {
  /** The model as described in model.json. */
  modelTopology: object
  weightsManifest: WeightsManifest
  /** Material of each class that the model distinguishes, in order; undefined for non-waste. */
  materials: (Material | undefined)[]
  /** Confidence below which boxes are not shown. */
  confidence: number
  model: string
  version: string
}

const CONFIDENCE = 0.25
/** Input side in px, for models that accept any size. */
const ANY_SIDE = 640
/**
 * Maximum side of the model's input picture, in px.
 * Such an input takes 50 MB of numbers.
 */
const MOST_SIDE = 2_048
const MOST_BYTES = { 'model.json': 32 * 1024 ** 2, 'materials.json': 1024 ** 2 }
const MOST_CLASSES = 10_000

const Dimensions = z.array(z.object({ size: z.coerce.number() }))
const Signature = z.object({
  outputs: z.record(z.string(), z.object({ tensorShape: z.object({ dim: Dimensions }) })),
})
const Topology = z.looseObject({
  node: z.array(z.looseObject({ name: z.string(), op: z.string() })).min(1),
})
const Model = z.object({
  format: z.literal('graph-model'),
  modelTopology: Topology,
  weightsManifest: WeightsManifest,
  signature: z.unknown(),
})
const Placeholder = z.object({ attr: z.object({ shape: z.object({ shape: z.object({ dim: Dimensions }) }) }) })

/** A class name without control characters, because screens and logs show it. */
const Label = z.string().regex(/^\P{C}{0,100}$/u)
const Classes = z
  .array(z.object({ name: z.unknown().optional(), material: z.enum(MATERIALS).nullable() }))
  .min(1)
  .max(MOST_CLASSES)

const wrong = (what: string) => new InvalidYoloFolder(`YOLO_MODEL: ${what}`)

/**
 * Reads and checks all files of a YOLO model, but does not return the weights.
 * Throws InvalidYoloFolder.
 */
export async function readYoloFolder(folder: string): Promise<YoloFolder> {
  const model = Model.safeParse(await jsonIn(folder, 'model.json'))
  if (!model.success) throw wrong(whyNoModel(folder, model.error))
  const { modelTopology, weightsManifest, signature } = model.data
  const { classes, confidence = CONFIDENCE, name, version } = await jsonIn(folder, 'materials.json')
  const given = Classes.safeParse(classes)
  if (!given.success)
    throw wrong(
      `${folder}/materials.json must be {"classes": [{"name": "bottle", "material": "plastic"}, …]}, all classes in the model's order, each material one of ${MATERIALS.join(', ')} or null.`,
    )
  const names = given.data.map((one) => one.name).filter((one) => typeof one === 'string' && one !== '')
  if (new Set(names).size < names.length) throw wrong(`${folder}/materials.json names a class twice.`)
  const materials = given.data.map(({ material }) => material ?? undefined)
  const shape = answerOf(signature)
  if (shape && !outputLayoutOf(shape, materials.length)) throw createClassMismatchError(folder, shape, materials.length)
  const input = inputOf(modelTopology)
  if (input && inputSizePxOf(input) === undefined) throw createUnsupportedInputError(folder)
  if (typeof confidence !== 'number' || !(confidence > 0 && confidence < 1))
    throw wrong(`the confidence in ${folder}/materials.json must be between 0 and 1.`)
  for (const label of [name, version])
    if (typeof label === 'string' && !Label.safeParse(label).success)
      throw wrong(
        `the name and the version in ${folder}/materials.json must have at most 100 characters and no control characters.`,
      )
  const why = await explainInvalidWeights(folder, weightsManifest).catch((error) => {
    throw error instanceof UnreadableFile ? wrong(whyNoShard(folder, error)) : error
  })
  if (why) throw wrong(`${folder}/model.json ${why}. Export the model again, and copy the whole folder.`)
  return {
    modelTopology,
    weightsManifest,
    materials,
    confidence,
    model: typeof name === 'string' && name ? name : path.basename(path.resolve(folder)) || 'yolo',
    version: typeof version === 'string' && version ? version : '1',
  }
}

function whyNoModel(folder: string, { issues }: z.ZodError): string {
  if (issues.every(({ path: [field, , list] }) => field === 'weightsManifest' && list === 'paths'))
    return `${folder}/model.json names a weights file that is not beside it. Export the model with format=tfjs, and copy the whole folder.`
  return `${folder}/model.json is not a graph model of TensorFlow.js; export it with format=tfjs.`
}

const whyNoShard = (folder: string, { file, why }: UnreadableFile) =>
  why === MISSING_FILE_REASON ? `${folder} lacks ${file}, which model.json names.` : `${folder}/${file} ${why}.`

/** Returns the error for a `materials.json` with a wrong class count. */
export const createClassMismatchError = (folder: string, shape: readonly number[], classes: number) =>
  wrong(
    `the model in ${folder} answers in the shape ${shape.join(' × ')}, which does not fit a YOLO with the ${classes} classes of materials.json.`,
  )

/** Returns the error for a model without picture input. */
export const createUnsupportedInputError = (folder: string) =>
  wrong(`the model in ${folder} must take square pictures with three colours last, of at most ${MOST_SIDE} px.`)

/**
 * Returns the side of the model's square input in px.
 * Undefined if the input is unusable.
 */
export function inputSizePxOf([, high = -1, wide = -1, colours]: readonly number[]): number | undefined {
  if (colours !== 3 || high !== wide || high === 0 || !(high <= MOST_SIDE)) return undefined
  return high > 0 ? high : ANY_SIDE
}

/**
 * Returns the output shape that model.json states.
 * Returns undefined if a length is unknown until the first picture.
 */
function answerOf(signature: unknown): number[] | undefined {
  const outputs = Object.values(Signature.safeParse(signature).data?.outputs ?? {})
  const shape = outputs[0]?.tensorShape.dim.map(({ size }) => size)
  return shape?.every((length) => length > 0) ? shape : undefined
}

/** Returns the input shape, if model.json has it; undefined otherwise. */
function inputOf({ node }: z.infer<typeof Topology>): number[] | undefined {
  const placeholder = Placeholder.safeParse(node.find(({ op }) => op === 'Placeholder'))
  return placeholder.data?.attr.shape.shape.dim.map(({ size }) => size)
}

async function jsonIn(folder: string, file: keyof typeof MOST_BYTES): Promise<Record<string, unknown>> {
  const bytes = await readSmallFile(folder, file, MOST_BYTES[file]).catch((error) => {
    if (error instanceof UnreadableFile) throw wrong(`${folder}/${file} cannot be read: it ${error.why}.`)
    throw error
  })
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch (error) {
    if (error instanceof TypeError) throw wrong(`${folder}/${file} is not UTF-8. Save it as UTF-8.`)
    if (!(error instanceof SyntaxError)) throw error
  }
  throw wrong(`${folder}/${file} is not JSON.`)
}
