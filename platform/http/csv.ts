/** Writes tables as CSV (RFC 4180) in UTF-8 with byte order mark. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileAnswer } from '#contract/endpoints.ts'
import { CSV_BYTE_ORDER_MARK, type CsvCell, formatCsvLine } from '#domain/csv-line.ts'
import { lookUp } from '#domain/dictionary.ts'

/** Rows written in one turn of the event loop. */
const SLICE = 500

/**
 * Returns a CSV file with a header row.
 * Reads rows only while sending, so they may be endless.
 */
export function createCsvFile<C extends string>(
  name: string,
  columns: Readonly<Record<C, string>>,
  rows: AsyncIterable<Partial<Record<C, CsvCell>>> | Iterable<Partial<Record<C, CsvCell>>>,
): FileAnswer {
  const names = Object.keys(columns) as C[]
  async function* written() {
    yield CSV_BYTE_ORDER_MARK + formatCsvLine(names)
    let lines: string[] = []
    for await (const row of rows) {
      lines.push(formatCsvLine(names.map((column) => lookUp<CsvCell | undefined>(row, column))))
      if (lines.length < SLICE) continue
      yield lines.join('')
      lines = []
      await nextTurn()
    }
    if (lines.length > 0) yield lines.join('')
  }
  return { type: 'text/csv', name, content: written() }
}
