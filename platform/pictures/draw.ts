/** Draws boxes of litter on a picture, each with its material and confidence in the material's colour. */
import sharp from 'sharp'
import type { LitterBox } from '#contract/waste/litter.ts'
import { MATERIAL_COLOURS } from '#rules/material-colours.ts'
import { letters } from './letters.ts'

/**
 * JPEG quality, 1 to 100.
 * Below it, text gets artefacts.
 */
const QUALITY = 88
/** Picture size per px of line width. */
const PX_A_LINE = 320
const PATIENCE_S = 30

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
  const label = letters(labelOf(box))
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
export async function drawn(bytes: Uint8Array, boxes: readonly LitterBox[]): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes).metadata()
  const line = Math.max(1.5, Math.max(width, height) / PX_A_LINE)
  const shapes = [...boxes].reverse().map((box) => boxOf(box, width, height, line))
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
  return sharp(bytes)
    .timeout({ seconds: PATIENCE_S })
    .composite([{ input: Buffer.from(drawing) }])
    .jpeg({ quality: QUALITY })
    .toBuffer()
}
