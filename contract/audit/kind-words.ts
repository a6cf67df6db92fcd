/** The types of events in words, as filters and rows show them. */

/** 'Bin reported full' of the type BinReportedFull. */
export function kindWords(type: string): string {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
