/** Tables for spreadsheets, as RFC 4180 has them. */

type Cell = string | number | null

/** What begins like a formula is told from one by a leading apostrophe. */
const escaped = (cell: Cell) => {
  const text = cell === null ? '' : String(cell)
  const safe = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell that is null is empty. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]) =>
  [columns, ...rows]
    .map((row) => row.map(escaped).join(','))
    .join('\r\n')
    .concat('\r\n')
