/**
 * Runs `npm run bench`: one bench in its own process tree.
 * A signal also ends its servers and removes their files.
 */

import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnTreeWithFolder } from '../tests/fixtures/process-tree.ts'

const bench = join(import.meta.dirname, '../tests/bench/run.ts')
const folder = mkdtempSync(join(tmpdir(), 'wastesense-bench-'))
const { child, cleanUp } = spawnTreeWithFolder([bench, ...process.argv.slice(2)], folder)
const [code] = await once(child, 'exit')
cleanUp()
process.exitCode = code ?? 1
