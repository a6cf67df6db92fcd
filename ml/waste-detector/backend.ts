/** Selects the backend of TensorFlow.js: tfjs-node if installed, otherwise WebAssembly with SIMD. */
import { createRequire } from 'node:module'
import path from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import * as tf from '@tensorflow/tfjs-core'

/** An optional package. It is faster, but must be built for each machine. */
const NATIVE: string = '@tensorflow/tfjs-node'

/** Initializes a backend and returns its name, `tensorflow` or `wasm`. */
export async function initTensorBackend(): Promise<string> {
  if (tf.getBackend() === 'tensorflow' || tf.getBackend() === 'wasm') return tf.getBackend()
  if (!(await hasNative())) {
    const require = createRequire(import.meta.url)
    setWasmPaths(`${path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`)
    if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js finds no WebAssembly to run its networks on.')
  }
  await tf.ready()
  return tf.getBackend()
}

async function hasNative(): Promise<boolean> {
  try {
    await import(NATIVE)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return false
    throw error
  }
}
