/** Where an integration test says what it ran against, so that the end of a test run can name it. */

import { appendFileSync } from 'node:fs'

/** What one backing of one port ran against in this test run. */
export interface BackingReport {
  port: string
  backing: string
  /** `real`: the thing itself answered. `wire double`: our own stand-in that speaks its protocol. */
  ran: 'real' | 'wire double' | 'not run'
  why?: string
}

/** Adds one JSON line to the file named by WASTESENSE_BACKINGS_FILE; does nothing when that is not set. */
export function reportBacking(entry: BackingReport): void {
  const file = process.env.WASTESENSE_BACKINGS_FILE
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}
