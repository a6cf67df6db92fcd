/** A logistic regression on top of what is said already: rows of features and right answers move a layer away from zeros. */
import * as tf from '@tensorflow/tfjs-core'
import type { Linear } from './additions.ts'

/**
 * The shipped heads count as so many boxes that nobody has corrected: as many as they learned from (weights/figures.json). A few
 * corrections move little, hundreds much.
 */
const SHIPPED_BOXES = 302
/**
 * How much a layer is held down: a hundred times as much as when the heads are trained, for at that 10 corrected photos made them
 * worse on others, and at this only better (README.md, 'Learning from corrections').
 */
const HOLD = 3
/** Features are brought to the same spread; one that hardly varies is not blown up (training/materials.py). */
const LEAST_SPREAD = 0.02
const STEPS = 300

/** Of each row its features, what is said of it already (logits), and which column is right. */
export interface Lesson {
  features: number[]
  said: number[]
  right: number
}

/**
 * What is to be added to what is said. The layer lies in the space of the rows themselves, so that a step costs their number
 * squared whatever the number of features; it is the same descent (Nesterov's, from zeros, without chance).
 */
export function learn(lessons: readonly Lesson[], features: number, columns: number): Linear {
  if (lessons.length === 0) return { weight: tf.zeros([features, columns]), bias: tf.zeros([columns]) }
  return tf.tidy(() => {
    const rows = tf.tensor2d(lessons.map((lesson) => lesson.features))
    const mean = tf.mean(rows, 0, true)
    const spread = tf.add(tf.sqrt(tf.mean(tf.square(tf.sub(rows, mean)), 0, true)), LEAST_SPREAD)
    const scaled = tf.concat([tf.div(tf.sub(rows, mean), spread), tf.ones([lessons.length, 1])], 1) as tf.Tensor2D
    const parts = descend(lessons, tf.matMul(scaled, scaled, false, true), columns)
    const whole = tf.matMul(scaled, parts, true, false)
    const weight = tf.div(
      tf.slice(whole, [0, 0], [features, columns]),
      tf.reshape(spread, [features, 1]),
    ) as tf.Tensor2D
    const bias = tf.sub(tf.slice(whole, [features, 0], [1, columns]), tf.matMul(mean as tf.Tensor2D, weight))
    return { weight, bias: tf.reshape(bias, [columns]) as tf.Tensor1D }
  }) as unknown as Linear
}

/** How much of each row the layer is made of; `alike` says how alike the rows are, each with each. */
function descend(lessons: readonly Lesson[], alike: tf.Tensor2D, columns: number): tf.Tensor2D {
  const count = lessons.length + SHIPPED_BOXES
  const said = tf.tensor2d(lessons.map((lesson) => lesson.said))
  const wanted = tf.tensor2d(
    lessons.map(({ right }) => Array.from({ length: columns }, (_, column) => Number(column === right))),
  )
  const [steepest, flattest] = [(0.5 * largestOf(alike)) / count + 2 * HOLD, 2 * HOLD]
  const momentum = (Math.sqrt(steepest) - Math.sqrt(flattest)) / (Math.sqrt(steepest) + Math.sqrt(flattest))
  let [parts, ahead] = [tf.zeros([lessons.length, columns]) as tf.Tensor2D, tf.zeros([lessons.length, columns])]
  for (let step = 0; step < STEPS; step++) {
    const [before, from] = [parts, ahead as tf.Tensor2D]
    parts = tf.tidy(() => {
      const wrong = tf.sub(tf.softmax(tf.add(said, tf.matMul(alike, from))), wanted)
      const slope = tf.add(tf.div(wrong, count), tf.mul(from, 2 * HOLD))
      return tf.sub(from, tf.div(slope, steepest)) as tf.Tensor2D
    })
    ahead = tf.tidy(() => tf.add(parts, tf.mul(tf.sub(parts, before), momentum)))
    tf.dispose([before, from])
  }
  return parts
}

/** The largest eigenvalue, near enough from above: a matrix of rows with themselves has none below 0. */
function largestOf(alike: tf.Tensor2D): number {
  return tf.tidy(() => {
    let vector = tf.ones([alike.shape[0], 1]) as tf.Tensor2D
    let length = 0
    for (let turn = 0; turn < 30; turn++) {
      const next = tf.matMul(alike, vector)
      length = Math.sqrt(tf.sum(tf.square(next)).dataSync()[0] as number) || 1
      vector = tf.div(next, length) as tf.Tensor2D
    }
    return 1.1 * length
  })
}
