/**
 * Writes lines of CSV (RFC 4180) in which no cell is a formula.
 * CSV libraries only accept text, and confuse negative numbers with formulas.
 */

/** Byte order mark, by which spreadsheet programs recognise a UTF-8 file. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF'

/**
 * Value of a cell in a CSV file.
 * An unknown value becomes an empty cell.
 */
export type CsvCell = string | number | boolean | null | undefined

/**
 * Escapes text that starts like a formula (OWASP, CSV Injection).
 * Numbers stay unchanged.
 */
function cellOf(value: CsvCell): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a line of CSV with its line break. */
export const formatCsvLine = (cells: readonly CsvCell[]) => `${cells.map(cellOf).join(',')}\r\n`
