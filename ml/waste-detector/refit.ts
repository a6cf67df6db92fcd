/** The material heads refitted from what people corrected: learned from all of it, and scored on photos that it has not seen. */
import { type Additions, bytesOf } from './additions.ts'
import { LEAST_SHARE, type View } from './judge.ts'
import { type Lesson, learn } from './learning.ts'
import { commonest, type Material, type Shares } from './materials.ts'

/** A box whose material a person said, with what the networks see of it. */
export interface LearnedBox extends View {
  material: Material
}

export interface LearnedPhoto {
  /** Its content hash. */
  picture: string
  boxes: readonly LearnedBox[]
  /** Whether the heads in use have learned from it: then it says nothing of how right they are. */
  known: boolean
}

/** How many boxes got the right material, and how surely: the mean of -ln of the share that it was given. */
export interface Score {
  right: number
  logLoss: number
}

/** How heads do on photos that neither they nor those in use have learned from. */
export interface Comparison {
  photos: number
  boxes: number
  before: Score
  after: Score
  /** Photos on which more boxes are right than before, and on which fewer are. */
  better: number
  worse: number
}

export interface Refit {
  /** What is added to the shipped heads. */
  additions: Uint8Array
  trainedOn: { photos: number; boxes: number }
  scoredOn: Comparison
  /** Whether it is better by more than chance makes one in twenty. */
  isBetter: boolean
}

/** What the shipped heads and additions are, to a refit. */
export interface Heads {
  materials: readonly Material[]
  /** How many numbers a view has. */
  sizes: { own: number; crop: number }
  inUse: Additions | undefined
  judged(view: View, additions?: Additions): Shares
}

/** Parts by photo: each is scored by what learned from the others. */
const FOLDS = 5
/** How often chance alone may make a refit that is taken. */
const CHANCE = 0.05

/** Undefined where there are fewer photos that the heads in use do not know than parts. */
export function refitted(photos: readonly LearnedPhoto[], heads: Heads): Refit | undefined {
  const unknown = photos.filter(({ known }) => !known).sort((a, b) => (a.picture < b.picture ? -1 : 1))
  if (unknown.length < FOLDS) return undefined
  const scored = Array.from({ length: FOLDS }, (_, fold) => {
    const held = new Set(unknown.filter((_photo, index) => index % FOLDS === fold))
    const additions = learned(
      photos.filter((photo) => !held.has(photo)),
      heads,
    )
    return [...held].map(({ boxes }) => ({
      before: scoreOf(boxes, heads.inUse, heads),
      after: scoreOf(boxes, additions, heads),
    }))
  }).flat()
  const scoredOn = compared(scored)
  return {
    additions: bytesOf(learned(photos, heads)),
    trainedOn: { photos: photos.length, boxes: photos.reduce((sum, { boxes }) => sum + boxes.length, 0) },
    scoredOn,
    isBetter: isBetter(scoredOn),
  }
}

function learned(photos: readonly LearnedPhoto[], { materials, sizes, judged }: Heads): Additions {
  const boxes = photos.flatMap((photo) => photo.boxes)
  const lessonOf = ({ material, own }: LearnedBox, features: number[], view: View = { own }): Lesson => {
    const shares = judged(view)
    const said = materials.map((other) => Math.log(Math.max(shares[other], LEAST_SHARE)))
    return { features, said, right: materials.indexOf(material) }
  }
  return {
    crop: learn(
      boxes.flatMap((box) => (box.crop ? lessonOf(box, box.crop, box) : [])),
      sizes.crop,
      materials.length,
    ),
    box: learn(
      boxes.map((box) => lessonOf(box, box.own)),
      sizes.own,
      materials.length,
    ),
  }
}

interface Sums {
  right: number
  loss: number
  boxes: number
}

function scoreOf(boxes: readonly LearnedBox[], additions: Additions | undefined, { judged }: Heads): Sums {
  const sums = { right: 0, loss: 0, boxes: boxes.length }
  for (const box of boxes) {
    const shares = judged(box, additions)
    if (commonest(shares) === box.material) sums.right++
    sums.loss -= Math.log(Math.max(shares[box.material], LEAST_SHARE))
  }
  return sums
}

function compared(photos: readonly { before: Sums; after: Sums }[]): Comparison {
  const all = (when: 'before' | 'after'): Score => {
    const sum = (what: keyof Sums) => photos.reduce((total, photo) => total + photo[when][what], 0)
    return { right: sum('right'), logLoss: Number((sum('loss') / Math.max(sum('boxes'), 1)).toFixed(4)) }
  }
  return {
    photos: photos.length,
    boxes: photos.reduce((sum, { before }) => sum + before.boxes, 0),
    before: all('before'),
    after: all('after'),
    better: photos.filter(({ before, after }) => after.right > before.right).length,
    worse: photos.filter(({ before, after }) => after.right < before.right).length,
  }
}

/** A sign test over photos, since boxes of one photo are alike; and no less sure of what is right. */
export function isBetter({ before, after, better, worse }: Comparison): boolean {
  return after.right > before.right && after.logLoss <= before.logLoss && tailOf(better, better + worse) <= CHANCE
}

/** How often so many heads or more come of so many throws of a coin. */
function tailOf(heads: number, throws: number): number {
  let [ways, tail] = [1, 0]
  for (let count = throws; count >= heads; count--) {
    tail += ways
    ways = (ways * count) / (throws - count + 1)
  }
  return tail / 2 ** throws
}
