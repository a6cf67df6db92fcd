/**
 * Recomputes the confidences of detected boxes by logistic regression (training/ranking.py).
 * The regression's inputs describe the photo's other boxes and the box's surroundings.
 */
import { areaOf, type DetectedBox, intersectionOverUnionOf } from './boxes.ts'
import type { Rectangle } from './window.ts'

/** Maximum number of detected boxes whose confidence is recomputed. */
const KEPT = 15

/**
 * Rescores the most confident boxes and returns them sorted.
 * `line` has the feature weights, followed by the intercept.
 * `seen` returns one number per box, which is added to the box's logit.
 */
export function rescoreBoxes(
  boxes: readonly DetectedBox[],
  line: readonly number[],
  seen: (boxes: readonly DetectedBox[]) => ArrayLike<number>,
): DetectedBox[] {
  const kept = boxes.slice(0, KEPT)
  if (kept.length === 0) return []
  const added = seen(kept)
  return kept
    .map((box, index) => {
      const views = viewsOf(box, index, kept)
      const sum = views.reduce(
        (total, view, place) => total + view * (line[place] as number),
        (line[views.length] as number) + (added[index] as number),
      )
      return { ...box, confidence: 1 / (1 + Math.exp(-sum)) }
    })
    .sort((a, b) => b.confidence - a.confidence)
}

/**
 * Returns features of a box: confidence, size, shape and position.
 * Also returns its relation to more confident boxes.
 */
function viewsOf(box: DetectedBox, index: number, boxes: readonly DetectedBox[]): number[] {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0]
  const [logit, top] = [logitOf(box), logitOf(boxes[0] as DetectedBox)]
  const area = Math.log(width * height + 1e-4)
  const shape = Math.abs(Math.log((width + 1e-3) / (height + 1e-3)))
  const middle = ((box.x0 + box.x1) / 2 - 0.5) ** 2 + ((box.y0 + box.y1) / 2 - 0.5) ** 2
  const edges = [box.x0 < 0.01, box.y0 < 0.01, box.x1 > 0.99, box.y1 > 0.99].filter(Boolean).length
  const surer = boxes.slice(0, index)
  const shared = Math.max(0, ...surer.map((other) => intersectionOverUnionOf(box, other)))
  const inside = Math.max(0, ...surer.map((other) => sharedOf(box, other) / Math.max(width * height, 1e-9)))
  return [
    logit,
    area,
    area ** 2,
    shape,
    middle,
    edges,
    Math.min(index, 10),
    logit - top,
    shared,
    inside,
    logit * area,
    top,
  ]
}

const logitOf = ({ confidence }: DetectedBox) => Math.log(confidence / (1 - confidence))

const sharedOf = (a: Rectangle, b: Rectangle) =>
  areaOf({ x0: Math.max(a.x0, b.x0), y0: Math.max(a.y0, b.y0), x1: Math.min(a.x1, b.x1), y1: Math.min(a.y1, b.y1) })
