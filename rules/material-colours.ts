/** One colour for each material, the same on every chart and picture. The lightness differs too, for colour-blind readers. */
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
