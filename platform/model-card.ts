/** Reads the built-in detector's card: its training data, figures and limits. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ModelCard } from '#contract/views.ts'
import type { Log } from './logging.ts'

const DETECTOR = path.join(import.meta.dirname, '../ml/waste-detector')

/**
 * Reads the detector's model card.
 * Returns undefined and logs a warning if the card is incomplete.
 */
export async function readModelCard(log: Pick<Log, 'warn'>, folder = DETECTOR): Promise<ModelCard | undefined> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(folder, file), 'utf8'))
  try {
    return ModelCard.parse({ ...(await read('card.json')), figures: await read('weights/figures.json') })
  } catch (error) {
    log.warn({ err: error }, "the detector's card could not be read; its page omits it")
    return undefined
  }
}
