/** How the screens name the seven materials. */
import type { Material } from '#rules/city.ts'

/** 'Plastic' */
export const materialLabel = (material: Material) => material.charAt(0).toUpperCase() + material.slice(1)

/** The material's one colour, as CSS; it never stands without the material's name. */
export const materialColor = (material: Material) => `var(--ws-material-${material})`
