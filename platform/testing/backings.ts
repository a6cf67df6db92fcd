/** Records which servers integration tests ran against, for the summary of a run. */

import { appendFileSync } from 'node:fs'

/** Report on the server behind the tests of a port. */
export interface BackingReport {
  port: string
  backing: string
  /**
   * `real`: the actual server.
   * `wire double`: our stand-in that speaks its protocol.
   */
  ran: 'real' | 'wire double' | 'not run'
  why?: string
}

/** Adds a JSON line to the file WASTESENSE_BACKINGS_FILE, if set. */
export function reportBacking(entry: BackingReport): void {
  const file = process.env.WASTESENSE_BACKINGS_FILE
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}
