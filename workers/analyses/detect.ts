/** The built-in detector's word on a photo: on a thread of the pool, by estimated weight. */
import { type LitterBox, MOST_BOXES } from '#contract/waste/litter.ts'
import type { HeadInUse } from '#contract/waste/refits.ts'
import { PoolClosed } from '#platform/pool/pool.ts'
import { byWeight, estimateWeight, inGrams, wholePercent } from '#rules/litter-weight.ts'
import type { Work } from '../runner/job.ts'
import type { Looked, Photo } from './analysing.ts'
import { NotSeen, type Seen } from './not-seen.ts'

/** px of a photo's longest side: the detector gains nothing from more. */
export const LONGEST = 1_280
/** A thread that ended, for want of memory such as, was not the photo's fault: another one looks once more. */
const TRIES = 2
/** No photo takes nearly as long on a slow machine. */
export const PATIENCE_MS = 120_000

const PROGRAM = new URL('./analysing.ts', import.meta.url)

type Means = Pick<Work, 'pictures' | 'pool' | 'yolo' | 'log'>

/** What the detector says of a photo, and how long decoding it and looking took. */
async function lookAt(picture: string, head: Photo['head'], { pictures, pool, yolo }: Means) {
  const began = performance.now()
  const seen = await pictures.dots(picture, LONGEST, async (photo) => {
    const decoded = performance.now()
    const how = { signal: AbortSignal.timeout(PATIENCE_MS) }
    const looked = await pool.run<Photo, Looked>(PROGRAM, { ...photo, yolo, head }, how)
    const took = { decoding: Math.round(decoded - began), looking: Math.round(performance.now() - decoded) }
    return { ...looked, took }
  })
  if (!seen) throw new NotSeen('The picture is not here any more. Please send it again.')
  return seen
}

/** The numbers of a refit. Where they are lost the shipped heads do, and the analysis says so by its version. */
async function readHead(head: HeadInUse | undefined, { pictures, log }: Means): Promise<Photo['head']> {
  if (!head) return undefined
  const additions = await pictures.kept.get(head.weights)
  if (!additions) log.warn({ head }, 'a refit is not in the folder of blobs any more: the shipped heads are used')
  return additions && { base: head.base, version: head.version, additions }
}

async function lookAgain(picture: string, head: Photo['head'], means: Means) {
  for (let tried = 1; ; tried++) {
    try {
      return await lookAt(picture, head, means)
    } catch (error) {
      if (tried === TRIES || error instanceof NotSeen || error instanceof PoolClosed) throw error
      means.log.warn({ err: error }, 'a photo is looked at once more')
    }
  }
}

/** `head`: what was in use when the analysis was asked for. */
export async function detect(picture: string, means: Means, head?: HeadInUse): Promise<Seen> {
  const { boxes: found, areas, model, version, took } = await lookAgain(picture, await readHead(head, means), means)
  const shown = found.slice(0, MOST_BOXES)
  const boxes = shown.map(
    ({ material, confidence, x0, y0, x1, y1 }, n): LitterBox => ({
      id: `b${n + 1}`,
      material,
      confidence: rounded(confidence, 3),
      ...{ x0: rounded(x0), y0: rounded(y0), x1: rounded(x1), y1: rounded(y1) },
    }),
  )
  return {
    boxes,
    ...(areas && { composition: wholePercent(byWeight(areas)), weight: inGrams(estimateWeight(shown)) }),
    model,
    version,
    took,
  }
}

const rounded = (number: number, decimals = 4) => Number(number.toFixed(decimals))
