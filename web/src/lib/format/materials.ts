/** Labels and colours of the seven materials. */
import type { Material } from '#domain/city.ts'

/** Formats as 'Plastic'. */
export const materialLabel = (material: Material) => material.charAt(0).toUpperCase() + material.slice(1)

/** Returns the material's CSS colour, which always appears with its name. */
export const materialColor = (material: Material) => `var(--ws-material-${material})`
