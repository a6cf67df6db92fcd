/**
 * Checks a database's write-ahead log after a stop.
 * At an invalid frame, SQLite silently drops all later commits.
 * Source: https://sqlite.org/fileformat2.html#the_write_ahead_log
 */
import { readFileSync, statSync } from 'node:fs'

const HEADER = 32
const FRAME_HEADER = 24
/** Page size if the header is damaged: SQLite's default. */
const USUAL_PAGE = 4_096
/**
 * Magic number of a write-ahead log.
 * Its last bit is the byte order of the checksums.
 */
const MAGIC = 0x377f0682
type Sums = readonly [number, number]

/**
 * Throws if the write-ahead log has a damaged frame before a later commit.
 * Throws if it is no regular file.
 * Call this before opening the database, because SQLite drops damaged frames.
 * Only the last commit can be incomplete, because each is synced before the next.
 * A damaged last commit looks like an incomplete one.
 */
export function refuseDamagedWal(database: string): void {
  const file = `${database}-wal`
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return
  // Reading a pipe or a device would never end.
  if (!stats.isFile()) throw new Error(`${file} is not a regular file`)
  const wal = readFileSync(file)
  if (wal.length < HEADER + FRAME_HEADER) return
  const isBig = (wal.readUInt32BE(0) & 1) === 1
  let sums = sum(wal, 0, FRAME_HEADER, [0, 0], isBig)
  const isHeaderWhole = wal.readUInt32BE(0) >>> 1 === MAGIC >>> 1 && isSum(wal, FRAME_HEADER, sums)
  const page = isHeaderWhole ? wal.readUInt32BE(8) : USUAL_PAGE
  const salts = wal.subarray(...(isHeaderWhole ? [16, 24] : [HEADER + 8, HEADER + 16]))
  let damagedAt = isHeaderWhole ? undefined : 0
  let committed = false
  for (let at = HEADER; at + FRAME_HEADER + page <= wal.length; at += FRAME_HEADER + page) {
    // A WAL frame with other salts was written before the last checkpoint.
    // The database therefore already contains the frame.
    const isOfRound = wal.subarray(at + 8, at + 16).equals(salts)
    if (damagedAt === undefined && isOfRound) {
      sums = sum(wal, at + FRAME_HEADER, page, sum(wal, at, 8, sums, isBig), isBig)
      if (isSum(wal, at + 16, sums)) continue
    }
    damagedAt ??= at
    if (!isOfRound) continue
    if (committed) throw new Error(`${file} is damaged at byte ${damagedAt}, and later data would be lost`)
    committed = wal.readUInt32BE(at + 4) > 0
  }
}

const isSum = (wal: Buffer, at: number, [first, second]: Sums) =>
  wal.readUInt32BE(at) === first && wal.readUInt32BE(at + 4) === second

/** Computes SQLite's running checksum over pairs of numbers. */
function sum(wal: Buffer, from: number, length: number, [first, second]: Sums, isBig: boolean): Sums {
  const number = (at: number) => (isBig ? wal.readUInt32BE(at) : wal.readUInt32LE(at))
  let [a, b] = [first, second]
  for (let at = from; at < from + length; at += 8) {
    a = (a + number(at) + b) >>> 0
    b = (b + number(at + 4) + a) >>> 0
  }
  return [a, b]
}
