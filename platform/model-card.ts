/** Reads the built-in detector's card from its folder: what it learned from, its figures, and what it does not know. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ModelCard } from '#contract/views.ts'
import type { Log } from './logging.ts'

const DETECTOR = path.join(import.meta.dirname, '../ml/waste-detector')

/** Without a whole card all else works: undefined then, and the log says why. */
export async function readModelCard(log: Pick<Log, 'warn'>, folder = DETECTOR): Promise<ModelCard | undefined> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(folder, file), 'utf8'))
  try {
    return ModelCard.parse({ ...(await read('card.json')), figures: await read('weights/figures.json') })
  } catch (error) {
    log.warn({ err: error }, "the detector's card could not be read, and its page does without")
    return undefined
  }
}
