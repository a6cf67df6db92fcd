/** A zone's name as it stands in ids. */
import type { Zone } from './city.ts'

/** Names that differ in capitals or in hyphens for spaces are one zone's. */
export const zoneText = (zone: Zone) => zone.toLowerCase().replaceAll(' ', '-')
