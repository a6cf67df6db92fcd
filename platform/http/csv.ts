/** Tables as files for spreadsheets: RFC 4180, in UTF-8 with the mark by which spreadsheets know it. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileAnswer } from '#contract/endpoints.ts'

export type Cell = string | number | boolean | undefined

/** So many rows are written in one go; then whatever else waits for this process has its turn. */
const SLICE = 500
const BYTE_ORDER_MARK = '\uFEFF'

/** Text that begins like a formula is kept from being one (OWASP, CSV Injection); numbers are what they are. */
function cellOf(value: Cell = ''): string {
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lineOf = (cells: readonly Cell[]) => `${cells.map(cellOf).join(',')}\r\n`

/** The rows under the columns' names, in their order; each is taken when it is about to be sent, and so `rows` may be without end. */
export function csvFile<C extends string>(
  name: string,
  columns: Readonly<Record<C, string>>,
  rows: AsyncIterable<Partial<Record<C, Cell>>> | Iterable<Partial<Record<C, Cell>>>,
): FileAnswer {
  const names = Object.keys(columns) as C[]
  async function* written() {
    yield BYTE_ORDER_MARK + lineOf(names)
    let lines: string[] = []
    for await (const row of rows) {
      lines.push(lineOf(names.map((column) => row[column])))
      if (lines.length < SLICE) continue
      yield lines.join('')
      lines = []
      await nextTurn()
    }
    if (lines.length > 0) yield lines.join('')
  }
  return { type: 'text/csv', name, content: written() }
}
