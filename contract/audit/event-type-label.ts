/** Formats event types as labels of filters and rows. */

/** Returns a label such as 'Bin reported full' for the type BinReportedFull. */
export function eventTypeLabel(type: string): string {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
