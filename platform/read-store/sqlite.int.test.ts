/** The read store on SQLite, against the conformance suite, with all, some and none of the rows in memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { createLog } from '#platform/logging.ts'
import { reportBacking } from '../testing/backings.ts'
import { readStoreRules } from './conformance.ts'
import type { Filter } from './read-store.ts'
import { openSqliteReadStore } from './sqlite.ts'

reportBacking({ port: 'read store', backing: 'SQLite', ran: 'real' })

const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

const log = createLog('rows', 'error')
const sameLog = { now: async () => '1 a', holds: async () => true }

const KEPT: [string, Filter | undefined][] = [
  ['all', {}],
  ['the open', { open: true }],
  ['no', undefined],
]
for (const [name, kept] of KEPT) {
  const layoutOf = () => ({ kept, indexed: ['zone', 'fill', 'place.street'] })
  const file = path.join(folder, `${name}.db`)
  readStoreRules(`SQLite with ${name} rows in memory`, () =>
    openSqliteReadStore(file, { layoutOf, marks: sameLog, few: -1, log }),
  )
}
