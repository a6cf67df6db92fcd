/** Conformance suite of the blobs port, run on every store. */
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { BlobStore } from '../../platform/blobs/blobs.ts'

/**
 * Registers the conformance suite of a blob store.
 * Each call of `open` opens the same stored blobs.
 */
export function testBlobs(backing: string, open: () => BlobStore): void {
  describe(`blobs rules on ${backing}`, () => {
    const blobs = open()

    it('BL1 answers the SHA-256 of the bytes, the same for the same bytes', async () => {
      const bytes = randomBytes(1000)
      const hash = createHash('sha256').update(bytes).digest('hex')
      expect(await Promise.all([blobs.put(bytes), blobs.put(bytes), blobs.put(bytes)])).toEqual([hash, hash, hash])
      expect(await blobs.put(bytes)).toBe(hash)
    })

    it.each([0, 1, 65_536, 3_000_001])('BL2 gives back exactly the %i bytes that were put', async (size) => {
      const bytes = randomBytes(size)
      const found = await blobs.get(await blobs.put(bytes))
      expect(Buffer.compare(found as Uint8Array, bytes)).toBe(0)
    })

    it('BL2 gives undefined for an unknown hash', async () => {
      expect(await blobs.get('0'.repeat(64))).toBeUndefined()
    })

    it.each(['', 'x', '../../etc/passwd', 'A'.repeat(64), `${'0'.repeat(64)}\n`, `../${'0'.repeat(61)}`])(
      'BL3 refuses %j',
      async (hash) => {
        await expect(blobs.get(hash)).rejects.toThrow('not a SHA-256')
      },
    )

    it('BL7 has a removed blob no more, until it is put again', async () => {
      const bytes = randomBytes(1000)
      const hash = await blobs.put(bytes)
      await Promise.all([blobs.remove(hash), blobs.remove('1'.repeat(64))])
      expect(await open().get(hash)).toBeUndefined()
      await blobs.remove(hash)
      expect(await blobs.get(await blobs.put(bytes))).toEqual(bytes)
    })

    it('BL4 has what was put after a restart', async () => {
      const hash = await blobs.put(Buffer.from('kept'))
      expect(Buffer.from((await open().get(hash)) as Uint8Array).toString()).toBe('kept')
    })
  })
}
