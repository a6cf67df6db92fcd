/** Formats event types for filters and rows. */

/** Returns 'Bin reported full' for BinReportedFull. */
export function eventTypeLabel(type: string): string {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
