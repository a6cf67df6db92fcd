/** Tests that the embedded queue's database opens with a valid, missing or damaged prebuilt file. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from './pglite-cluster.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-cluster-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('is created without a file, loaded from a complete one, and recreated after the file was cut off', async () => {
  const file = path.join(folder, 'cluster.tar')
  const made = await openDatabase(file)
  await made.exec('CREATE TABLE kept (n int)')
  const cluster = Buffer.from(await (await made.dumpDataDir('none')).arrayBuffer())
  await made.close()
  for (const [length, tables] of [
    [cluster.length, 1],
    [cluster.length / 2, 0],
  ] as const) {
    writeFileSync(file, cluster.subarray(0, length))
    const database = await openDatabase(file)
    const { rows } = await database.query("SELECT 1 FROM pg_tables WHERE tablename = 'kept'")
    expect(rows).toHaveLength(tables)
    await database.close()
  }
  expect(existsSync(file)).toBe(false)
})
