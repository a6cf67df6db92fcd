/** Tables for spreadsheets, in the same form as the server's. */
import { type Cell, CSV_MARK, csvLine } from '#rules/csv-line.ts'

/** A cell that is null is empty. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]) =>
  CSV_MARK + [columns, ...rows].map(csvLine).join('')
