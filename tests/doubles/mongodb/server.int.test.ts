/** Tests the MongoDB double with the real driver: durable writes, unknown commands. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, expect, it, vi } from 'vitest'
import { startMongoDouble } from './server.ts'

const dir = mkdtempSync(join(tmpdir(), 'mongodb-double-'))
afterAll(() => rmSync(dir, { recursive: true }))

interface Thing {
  _id: string
  count?: number
  tags?: string[]
}

async function withThings<T>(url: string, work: (things: ReturnType<typeof collectionOf>) => Promise<T>): Promise<T> {
  const client = await new MongoClient(url).connect()
  try {
    return await work(collectionOf(client))
  } finally {
    await client.close()
  }
}
const collectionOf = (client: MongoClient) => client.db().collection<Thing>('things')

it('keeps what it answered in its file when it is killed, and drops what was half written', async () => {
  const file = join(dir, 'killed.log')
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, '--port', '0', '--file', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const url = /mongodb:\S+wastesense/.exec(String(line))?.[0] as string
  await withThings(url, async (things) => {
    await things.insertMany(['a', 'b', 'c'].map((_id) => ({ _id, count: 1 })))
    await things.updateMany({ count: 1 }, { $inc: { count: 1 } })
    await things.deleteOne({ _id: 'b' })
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const whole = readFileSync(file)
  appendFileSync(file, whole.subarray(0, 20))
  const double = await startMongoDouble({ file })
  const kept = [
    { _id: 'a', count: 2 },
    { _id: 'c', count: 2 },
  ]
  await withThings(double.url, async (things) => {
    expect(await things.find().toArray()).toEqual(kept)
    await things.drop()
  })
  await double.close()
  const again = await startMongoDouble({ file })
  await withThings(again.url, async (things) => expect(await things.find().toArray()).toEqual([]))
  await again.close()
})

it('inserts, updates, finds and removes as the driver asks', async () => {
  const double = await startMongoDouble()
  await withThings(double.url, async (things) => {
    const twice = [{ _id: 'a' }, { _id: 'a' }, { _id: 'b' }]
    await expect(things.insertMany(twice, { ordered: false })).rejects.toMatchObject({ code: 11000, insertedCount: 2 })
    const upsert = await things.updateOne({ _id: 'c' }, { $push: { tags: 'x' }, $max: { count: 5 } }, { upsert: true })
    expect(upsert.upsertedId).toBe('c')
    const shown = { projection: { count: 1 }, returnDocument: 'after' } as const
    const after = await things.findOneAndUpdate({ tags: 'x' }, { $inc: { count: 1 } }, shown)
    expect(after).toEqual({ _id: 'c', count: 6 })
    expect(await things.findOneAndDelete({ _id: 'c' })).toEqual({ _id: 'c', tags: ['x'], count: 6 })
    expect(await things.findOneAndDelete({ _id: 'c' })).toBeNull()
    expect(await things.countDocuments({ _id: { $gt: 'a' } })).toBe(1)
    expect((await things.deleteMany({})).deletedCount).toBe(2)
  })
  await double.close()
})

it('refuses a command that it does not know', async () => {
  const double = await startMongoDouble()
  const client = await new MongoClient(double.url).connect()
  await expect(client.db().command({ mapReduce: 'things' })).rejects.toThrow("no such command: 'mapReduce'")
  await client.close()
  await double.close()
})

it('hangs up on what is not its protocol and goes on', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const double = await startMongoDouble()
  const stranger = connect(Number(new URL(double.url).port), '127.0.0.1')
  stranger.write(Buffer.from([16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]))
  await once(stranger, 'close')
  await withThings(double.url, async (things) => expect(await things.countDocuments()).toBe(0))
  expect(said).toHaveBeenCalledOnce()
  said.mockRestore()
  await double.close()
})
