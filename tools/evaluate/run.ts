/**
 * Evaluates a model on given data: `npm run evaluate -- NAME [options]`.
 * The last line is one JSON object.
 */
import { lookUp } from '../../domain/dictionary.ts'
import { InputError } from './input.ts'

/**
 * Evaluation programs by name.
 * They receive the remaining command-line arguments and return figures.
 */
const evaluations: Record<string, () => Promise<{ default: (words: string[]) => Promise<object> }>> = {
  forecaster: () => import('./forecaster.ts'),
  'waste-detector': () => import('./waste-detector.ts'),
}

const [name = '', ...words] = process.argv.slice(2)
try {
  const evaluation = await lookUp(evaluations, name)?.()
  if (!evaluation) throw new InputError(`Choose an evaluation: ${Object.keys(evaluations).join(', ')}.`)
  console.log(JSON.stringify({ name, ...(await evaluation.default(words)) }))
} catch (error) {
  if (!(error instanceof InputError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
