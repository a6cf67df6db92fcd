/** Tables for spreadsheets. */
import { type Cell, csvLine } from '#rules/csv-line.ts'

/** A cell that is null is empty. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]) =>
  [columns, ...rows].map(csvLine).join('')
