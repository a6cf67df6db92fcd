/**
 * Logistic regression that adds to existing logits.
 * Training starts with zeros.
 */
import * as tf from '@tensorflow/tfjs-core'
import type { LinearLayer } from './weights.ts'

/**
 * Number of boxes that trained the shipped material heads (weights/figures.json).
 * When corrections retrain the heads, the shipped heads count as much as this many corrected boxes.
 * A few corrections then change little, hundreds change much.
 */
const SHIPPED_BOXES = 302
/**
 * Regularization of the layer added by a refit.
 * It is a hundred times the regularization of the shipped material heads.
 * With the shipped value, refits from 10 corrected photos gave worse results on other photos.
 * With this value, results only improved (README.md, 'Learning from corrections').
 */
const REGULARIZATION = 3
/**
 * Value added to features' spread (training/materials.py).
 * Nearly constant features are therefore not amplified.
 */
const LEAST_SPREAD = 0.02
const STEPS = 300

/**
 * Training example: features, existing logits, and the index of the correct material.
 * The trained layer's output is added to the existing logits.
 */
export interface TrainingRow {
  features: number[]
  said: number[]
  right: number
}

/**
 * Trains a linear layer whose output is added to the existing logits.
 * The cost of a step grows with the square of the row count, not with the feature count.
 * The result equals gradient descent (Nesterov's, from zeros, deterministic) on the weights.
 */
export function trainLinearLayer(lessons: readonly TrainingRow[], features: number, columns: number): LinearLayer {
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
  })
}

/**
 * Trains the layer and returns it as coefficients of the training rows.
 * `alike` is the Gram matrix of these rows.
 */
function descend(lessons: readonly TrainingRow[], alike: tf.Tensor2D, columns: number): tf.Tensor2D {
  const count = lessons.length + SHIPPED_BOXES
  const said = tf.tensor2d(lessons.map((lesson) => lesson.said))
  const wanted = tf.tensor2d(
    lessons.map(({ right }) => Array.from({ length: columns }, (_, column) => Number(column === right))),
  )
  const [steepest, flattest] = [(0.5 * largestOf(alike)) / count + 2 * REGULARIZATION, 2 * REGULARIZATION]
  const momentum = (Math.sqrt(steepest) - Math.sqrt(flattest)) / (Math.sqrt(steepest) + Math.sqrt(flattest))
  let [parts, ahead] = [tf.zeros([lessons.length, columns]) as tf.Tensor2D, tf.zeros([lessons.length, columns])]
  for (let step = 0; step < STEPS; step++) {
    const [before, from] = [parts, ahead as tf.Tensor2D]
    parts = tf.tidy(() => {
      const wrong = tf.sub(tf.softmax(tf.add(said, tf.matMul(alike, from))), wanted)
      const slope = tf.add(tf.div(wrong, count), tf.mul(from, 2 * REGULARIZATION))
      return tf.sub(from, tf.div(slope, steepest)) as tf.Tensor2D
    })
    ahead = tf.tidy(() => tf.add(parts, tf.mul(tf.sub(parts, before), momentum)))
    tf.dispose([before, from])
  }
  return parts
}

/**
 * Returns an upper bound, slightly above a Gram matrix's largest eigenvalue.
 * No eigenvalue is below 0.
 */
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
