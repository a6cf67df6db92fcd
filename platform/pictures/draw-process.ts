/**
 * Child process that draws boxes of litter on pictures, with material and confidence.
 * It can read SVG, so it never receives untrusted files.
 */

import sharp from 'sharp'
import type { LitterBox } from '#contract/analyses/litter.ts'
import { lookUp } from '#domain/dictionary.ts'
import { MATERIAL_COLOURS } from '#domain/material-colours.ts'
import { openPictureFolders } from './folders.ts'
import { answerPictureTasks } from './tasks.ts'

/**
 * A letter: its width including spacing in SVG units, and its lines as SVG path data.
 * Letters reach from y = 2 (top of an h) to 10 (baseline).
 */
type Letter = readonly [width: number, lines: string]

const BOWL = 'M1 7.5a2 2.5 0 1 1 4 0a2 2.5 0 1 1-4 0'
const ARCH = 'M1 7Q1 5 3 5T5 7V10'

const LETTERS: Readonly<Record<string, Letter>> = {
  ' ': [3, ''],
  a: [6.5, `M5 5V10${BOWL}`],
  c: [6, 'M4.8 5.9Q4.1 5 3 5C1.8 5 1 6 1 7.5S1.8 10 3 10Q4.1 10 4.8 9.1'],
  e: [6.2, 'M1 7.4H4.9C4.9 6 4.1 5 3 5C1.8 5 1 6 1 7.5S1.8 10 3 10Q4.1 10 4.7 9.2'],
  g: [6.5, `M5 5V11Q5 12.5 3 12.5Q1.9 12.5 1.3 12${BOWL}`],
  h: [6.4, `M1 2V10${ARCH}`],
  i: [2.6, 'M1 5V10M1 2.9V3'],
  l: [2.6, 'M1 2V10'],
  m: [8.2, 'M1 5V10M1 6.8Q1 5 2.4 5T3.8 6.8V10M3.8 6.8Q3.8 5 5.2 5T6.6 6.8V10'],
  n: [6.4, `M1 5V10${ARCH}`],
  o: [6.3, BOWL],
  p: [6.5, `M1 5V12.5${BOWL}`],
  r: [4.4, 'M1 5V10M1 7.2Q1.3 5 3.4 5'],
  s: [6, 'M4.6 5.7C4 5 3 5 2.7 5C1.6 5 1.1 5.6 1.1 6.3C1.1 8 4.7 7 4.7 8.8C4.7 9.6 4 10 3 10C2.2 10 1.4 9.7 1 9.2'],
  t: [4.8, 'M2.2 3V8.8Q2.2 10 3.6 10M.8 5H3.8'],
  x: [5.8, 'M1 5L4.6 10M4.6 5L1 10'],
  '0': [6.5, 'M1 6a2 4 0 1 1 4 0a2 4 0 1 1-4 0'],
  '1': [5, 'M1.5 3.6L3.2 2V10'],
  '2': [6.5, 'M1 4Q1 2 3 2T5 4C5 6 1 8 1 10H5'],
  '3': [6.5, 'M1.2 2H4.8L2.8 5.2Q5 5.2 5 7.5T2.9 10Q1.4 10 1 8.8'],
  '4': [6.8, 'M4 10V2L.8 7.6H5.4'],
  '5': [6.5, 'M4.8 2H1.6L1.3 5.6Q2 5 3 5Q5 5 5 7.4T3 10Q1.5 10 1 9'],
  '6': [6.5, 'M4.4 2.3C2.5 2.5 1 4.5 1 7.5a2 2.5 0 1 0 4 0a2 2.5 0 1 0-4 0'],
  '7': [6.2, 'M1 2H5L2.4 10'],
  '8': [6.5, 'M1.2 4a1.8 2 0 1 1 3.6 0a1.8 2 0 1 1-3.6 0M1 8a2 2 0 1 1 4 0a2 2 0 1 1-4 0'],
  '9': [6.5, 'M1.6 9.7C3.5 9.5 5 7.5 5 4.5a2 2.5 0 1 0-4 0a2 2.5 0 1 0 4 0'],
  '%': [9.4, 'M7 2L2 10M1 3.8a1.4 1.8 0 1 1 2.8 0a1.4 1.8 0 1 1-2.8 0M5.2 8.2a1.4 1.8 0 1 1 2.8 0a1.4 1.8 0 1 1-2.8 0'],
}
/** Space before the first letter, in the units of the letters' SVG paths. */
const MARGIN = 2

/**
 * Returns a text as SVG lines, and its width with margins.
 * Throws if a letter of the text has no drawing.
 */
function labelText(text: string): { lines: string; width: number } {
  let width = MARGIN
  const lines = [...text].map((letter) => {
    const [wide, path] = lookUp(LETTERS, letter) ?? lacking(letter)
    const at = width
    width += wide
    return path && `<path transform="translate(${at} 0)" d="${path}"/>`
  })
  return { lines: lines.join(''), width: width + MARGIN - 1 }
}

function lacking(letter: string): never {
  throw new TypeError(`there is no letter ${letter} to write labels with`)
}

/**
 * JPEG quality, 1 to 100.
 * A lower one makes text blurred.
 */
const QUALITY = 88
/** Ratio of a picture's longer side to the width of lines drawn around litter. */
const PX_A_LINE = 320
const DRAW_TIMEOUT_S = 60

sharp.cache(false)
sharp.concurrency(1)

const labelOf = ({ material, confidence }: LitterBox) =>
  confidence === undefined ? material : `${material} ${Math.round(confidence * 100)}%`

/**
 * Returns the SVG of a box and its label.
 * The label is inside if there is no space above.
 */
function boxOf(box: LitterBox, width: number, height: number, line: number): string {
  const [x, y] = [box.x0 * width, box.y0 * height]
  const [wide, high] = [(box.x1 - box.x0) * width, (box.y1 - box.y0) * height]
  const scale = line * 0.8
  const label = labelText(labelOf(box))
  const [labelWide, labelHigh] = [label.width * scale, 14 * scale]
  const left = Math.max(0, Math.min(x, width - labelWide))
  const top = y >= labelHigh ? y - labelHigh : y
  const colour = MATERIAL_COLOURS[box.material]
  return (
    `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="none" stroke="#000" stroke-opacity=".5" stroke-width="${line * 2}"/>` +
    `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="none" stroke="${colour}" stroke-width="${line}"/>` +
    `<rect x="${left}" y="${top}" width="${labelWide}" height="${labelHigh}" fill="${colour}"/>` +
    `<g transform="translate(${left} ${top}) scale(${scale})" fill="none" stroke="#111" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round">${label.lines}</g>`
  )
}

/**
 * Returns a stored JPEG with the boxes drawn on it.
 * The most confident box is on top.
 */
async function drawBoxes(bytes: Uint8Array, boxes: readonly LitterBox[]): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes).metadata()
  const line = Math.max(1.5, Math.max(width, height) / PX_A_LINE)
  const shapes = [...boxes].reverse().map((box) => boxOf(box, width, height, line))
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
  return sharp(bytes)
    .timeout({ seconds: DRAW_TIMEOUT_S })
    .composite([{ input: Buffer.from(drawing) }])
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

const { kept, find } = openPictureFolders(process.argv[2] as string)

answerPictureTasks(async (task) => {
  if (task.does !== 'draw') throw new Error('the drawing process does not decode')
  const bytes = await find(task.hash)
  return bytes && kept.put(await drawBoxes(bytes, task.boxes))
})
