/** Counts the scans of a JPEG; a progressive one is decoded per scan. */
import { readFile } from 'node:fs/promises'

const START = [0xff, 0xd8]
const [FILL, STUFFING, TEMPORARY, RESTART_0, RESTART_7, END, SCAN] = [0xff, 0, 1, 0xd0, 0xd7, 0xd9, 0xda]
/** Number of bytes of a JPEG marker and its length field. */
const HEAD = 4

/**
 * Counts a JPEG's scans, in a file (by path) or bytes.
 * Returns 0 for other pictures.
 * Embedded previews don't count.
 */
export async function countJpegScans(source: string | Uint8Array): Promise<number> {
  const jpeg = typeof source === 'string' ? await readFile(source) : Buffer.from(source)
  if (START.some((byte, at) => jpeg[at] !== byte)) return 0
  let scans = 0
  for (let at = jpeg.indexOf(0xff, START.length); at >= 0; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1]
    if (marker === undefined || marker === END) break
    if (marker === FILL) at += 1
    else if (marker === STUFFING || marker === TEMPORARY || (marker >= RESTART_0 && marker <= RESTART_7)) at += 2
    else {
      if (at + HEAD > jpeg.length) break
      if (marker === SCAN) scans++
      // The segment's length includes its own two bytes, so a smaller value counts as 2.
      at += 2 + Math.max(2, jpeg.readUInt16BE(at + 2))
    }
  }
  return scans
}
