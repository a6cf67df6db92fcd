/** A line of a table for spreadsheets, as RFC 4180 has it; no cell of it runs. */

/** The byte order mark, by which spreadsheets know a file as UTF-8. */
export const CSV_MARK = '\uFEFF'

/** What is unknown is an empty cell. */
export type Cell = string | number | boolean | null | undefined

/** Text that begins like a formula is kept from being one (OWASP, CSV Injection); numbers are what they are. */
function cellOf(value: Cell): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** These cells with the end of their line. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(cellOf).join(',')}\r\n`
