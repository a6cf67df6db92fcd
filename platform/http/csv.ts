/** Tables as files for spreadsheets: RFC 4180, in UTF-8 with the mark by which spreadsheets know it. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileAnswer } from '#contract/endpoints.ts'
import { type Cell, CSV_MARK, csvLine } from '#rules/csv-line.ts'
import { lookUp } from '#rules/dictionary.ts'

/** So many rows are written in one go; then whatever else waits for this process has its turn. */
const SLICE = 500

/** The rows under the columns' names, in their order; each is taken when it is about to be sent, and so `rows` may be without end. */
export function csvFile<C extends string>(
  name: string,
  columns: Readonly<Record<C, string>>,
  rows: AsyncIterable<Partial<Record<C, Cell>>> | Iterable<Partial<Record<C, Cell>>>,
): FileAnswer {
  const names = Object.keys(columns) as C[]
  async function* written() {
    yield CSV_MARK + csvLine(names)
    let lines: string[] = []
    for await (const row of rows) {
      lines.push(csvLine(names.map((column) => lookUp<Cell | undefined>(row, column))))
      if (lines.length < SLICE) continue
      yield lines.join('')
      lines = []
      await nextTurn()
    }
    if (lines.length > 0) yield lines.join('')
  }
  return { type: 'text/csv', name, content: written() }
}
