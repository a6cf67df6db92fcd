/** Formats the name of a zone as a part of ids. */
import type { Zone } from './city.ts'

/**
 * Returns the name in lower case with hyphens.
 * Two names with the same result mean the same zone.
 */
export const zoneSlug = (zone: Zone) => zone.toLowerCase().replaceAll(' ', '-')
