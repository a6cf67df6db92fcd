/**
 * Evaluates the built-in detector on scenes with hand-drawn boxes.
 * Usage: `npm run evaluate -- waste-detector --scenes DIR`.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { areaOf } from '#ml/waste-detector/boxes.ts'
import { likeliestMaterialOf, type MaterialShares, mapMaterials } from '#ml/waste-detector/composition.ts'
import { type Detector, openDetector } from '#ml/waste-detector/detector.ts'
import { averagePrecisionOf, compositionDifferenceOf } from '#ml/waste-detector/measures.ts'
import type { WasteDetectorModel } from '#ml/waste-detector/weights.ts'
import { InputError } from './input.ts'
import { type AnnotatedBox, type AnnotatedPhoto, readAnnotatedPhotos } from './scenes.ts'

const WEIGHTS = path.join(import.meta.dirname, '../../ml/waste-detector/weights')

type Measured = Awaited<ReturnType<typeof measure>>

/** Returns the detector's figures over all photos, in the order of printing. */
export default async function evaluate(argv: string[]) {
  const { scenes: folder } = parseArgs({ args: argv, options: { scenes: { type: 'string' } } }).values
  if (!folder) throw new InputError('Name the folder with the scenes: npm run evaluate -- waste-detector --scenes DIR.')
  const scenes = await readAnnotatedPhotos(folder)
  const detector = await openDetector(WEIGHTS)
  const model = JSON.parse(await readFile(path.join(WEIGHTS, 'model.json'), 'utf8')) as WasteDetectorModel
  const measured: Measured[] = []
  for (const scene of scenes) measured.push(await measure(scene, detector))
  const known = measured.filter(({ hash }) => model.trainedOn.includes(hash)).length
  if (known > 0)
    console.log(`${known} of these ${scenes.length} photos were used for training: their figures are too good.`)
  return figuresOf(measured, model.trainingMix)
}

async function measure({ file, boxes: truth }: AnnotatedPhoto, detector: Detector) {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      `${file} can't be read (${error.code ?? error.message}); scenes.csv must name photos beside it.`,
    )
  })
  const { data, info } = await sharp(bytes)
    .rotate()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const photo = [new Uint8Array(data), info.width, info.height] as const
  const began = performance.now()
  const { areas } = detector.detect(...photo)
  const ms = performance.now() - began
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return {
    hash,
    truth,
    areas,
    ms,
    found: detector.find(...photo),
    materials: detector.materialsOf(...photo, truth).map(likeliestMaterialOf),
  }
}

function figuresOf(measured: readonly Measured[], mix: MaterialShares) {
  const boxes = measured.flatMap(({ truth, materials }) =>
    truth.map(({ material }, index) => material === materials[index]),
  )
  const most = likeliestMaterialOf(mix)
  const error = (guess: (scene: Measured) => MaterialShares | null) =>
    rounded(mean(measured.map((scene) => misplacedPoints(guess(scene), scene.truth))), 1)
  const times = measured.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    scenes: measured.length,
    boxes: boxes.length,
    ap50: rounded(averagePrecisionOf(measured), 3),
    material_accuracy: rounded(mean(boxes.map(Number)), 3),
    composition_error: error(({ areas }) => areas),
    baseline_mix: error(() => mix),
    baseline_commonest: error(() => mapMaterials((material) => (material === most ? 1 : 0))),
    nothing_found: measured.filter(({ areas }) => areas === null).length,
    ms_p50: Math.round(times[Math.floor(times.length / 2)] ?? Number.NaN),
  }
}

/**
 * Returns the share of the photo's composition that was given to a wrong material, in percentage points.
 * Returns 100 if nothing was detected.
 */
function misplacedPoints(areas: MaterialShares | null, truth: readonly AnnotatedBox[]): number {
  const total = truth.reduce((sum, box) => sum + areaOf(box), 0)
  const actual = mapMaterials((material) =>
    truth.reduce((sum, box) => sum + (box.material === material ? areaOf(box) / total : 0), 0),
  )
  return areas ? compositionDifferenceOf(areas, actual) : 100
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
const rounded = (number: number, decimals: number) => Number(number.toFixed(decimals))
