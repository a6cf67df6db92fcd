/**
 * Colours of materials on every chart and picture.
 * They also differ in lightness, for colour-blind readers.
 */
import type { Material } from './city.ts'

export const MATERIAL_COLOURS: Record<Material, string> = {
  plastic: '#3f83f0',
  paper: '#e0a526',
  glass: '#2f9e63',
  metal: '#d8473d',
  organic: '#8459d6',
  textile: '#ec86b7',
  other: '#8b9892',
}
