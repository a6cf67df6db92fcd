/**
 * Reads the photos and boxes of the detector's evaluation.
 * `scenes.csv` has one line per box: path, class, x0, y0, x1, y1.
 * Coordinates are fractions of the photo.
 */
import path from 'node:path'
import { MATERIALS, type Material } from '#ml/waste-detector/composition.ts'
import type { Rectangle } from '#ml/waste-detector/window.ts'
import { InputError, readInputFile } from './input.ts'

/** A box drawn by a person. */
export interface AnnotatedBox extends Rectangle {
  material: Material
}

/** A photo with its boxes. */
export interface AnnotatedPhoto {
  file: string
  boxes: AnnotatedBox[]
}

const COLUMNS = ['path', 'class', 'x0', 'y0', 'x1', 'y1']

/**
 * Returns the photos of a folder with their boxes, in the order of scenes.csv.
 * Ignores additional columns of this file.
 */
export async function readAnnotatedPhotos(folder: string): Promise<AnnotatedPhoto[]> {
  const file = path.join(folder, 'scenes.csv')
  const text = await readInputFile(file, 'give a folder with a scenes.csv in it.')
  return [...parseScenesCsv(text)].map(([photo, boxes]) => ({ file: path.join(folder, photo), boxes }))
}

/** Returns the boxes of each photo in a scenes.csv. */
export function parseScenesCsv(text: string): Map<string, AnnotatedBox[]> {
  const [head = '', ...lines] = text.split(/\r?\n/)
  const columns = head.split(',').map((name) => name.trim())
  const missing = COLUMNS.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new InputError(`The first line must name ${COLUMNS.join(',')}; missing: ${missing.join(', ')}.`)
  const scenes = new Map<string, AnnotatedBox[]>()
  lines.forEach((line, index) => {
    if (line.trim() === '') return
    const cells = line.split(',').map((cell) => cell.trim())
    const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
    const boxes = scenes.get(cell('path')) ?? []
    scenes.set(cell('path'), boxes)
    boxes.push(boxOf(cell, index + 2))
  })
  if (scenes.size === 0) throw new InputError('scenes.csv has no line below its header; give it one line for each box.')
  return scenes
}

function boxOf(cell: (name: string) => string, line: number): AnnotatedBox {
  const material = MATERIALS.find((known) => known === cell('class'))
  if (!material)
    throw new InputError(`Line ${line}: '${cell('class')}' is not a material; use one of ${MATERIALS.join(', ')}.`)
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = ['x0', 'y0', 'x1', 'y1'].map((name) => Number(cell(name) || 'none'))
  if (!(x0 >= 0 && y0 >= 0 && x1 <= 1.001 && y1 <= 1.001 && x0 < x1 && y0 < y1))
    throw new InputError(
      `Line ${line}: x0, y0, x1 and y1 must be fractions of the photo, from 0 to 1, the first two the smaller.`,
    )
  return { material, x0, y0, x1, y1 }
}
