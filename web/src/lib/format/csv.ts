/** CSV tables in the server's format. */
import { type Cell, CSV_MARK, csvLine } from '#domain/csv-line.ts'

/** Returns the table as CSV; null becomes an empty cell. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]) =>
  CSV_MARK + [columns, ...rows].map(csvLine).join('')
