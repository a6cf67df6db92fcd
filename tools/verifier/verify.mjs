#!/usr/bin/env node
/**
 * Verifies an exported audit bundle: its checkpoint's signature and each event.
 * It needs Node 20 only and knows nothing but the format that its README describes.
 *
 *   node verify.mjs BUNDLE [--key VERIFIER-KEY]… [--since OLDER-CHECKPOINT-FILE]…
 *
 * Exits with 0 if all is as recorded, 1 if something is not, 2 if it could not check.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'

const FORMAT = 'wastesense-audit-bundle/1'
const BLOCK = 256
/** Limit of printed faults; further ones are only counted. */
const MOST_TOLD = 20
/**
 * Limit in bytes.
 * An event has at most 1 MiB; a first line of this length covers 80 million events.
 */
const LONGEST_LINE = 16 * 1024 * 1024
/**
 * Maximum number of JSON objects and arrays in a line.
 * A first line has two for each declared event.
 * JSON.parse needs a hundred bytes for each.
 */
const MOST_OBJECTS = 200_000
/**
 * Maximum number of characters of a checkpoint.
 * Each of its lines may need a costly check.
 */
const LONGEST_CHECKPOINT = 16 * 1024
/** Limit of printed characters of a text from the bundle. */
const MOST_SHOWN = 100
/** Hashes per chunk; memory follows the actual events, not the bundle's claim. */
const PIECE = 4096

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const leafHash = (bytes) => sha256(Buffer.of(0), bytes)
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right)
const bytesOf = (base64) => Buffer.from(base64, 'base64')

/** Returns a text of the bundle, shortened for printing. */
const shown = (text) => (String(text).length > MOST_SHOWN ? `${String(text).slice(0, MOST_SHOWN)}…` : String(text))

/**
 * Prints one line with control characters escaped.
 * Text of a bundle cannot move the cursor, start a line or change text direction.
 */
function print(write, text) {
  const hidden = /[\p{C}\p{Zl}\p{Zp}]/gu
  write(text.replace(hidden, (character) => `\\u{${character.codePointAt(0).toString(16)}}`))
}

/** Returns the checkpoint of a note signed by this key, or why there is none. */
function openNote(note, verifierKey) {
  const [, name, id, kind] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey.trim()) ?? []
  if (note.length > LONGEST_CHECKPOINT) return { why: 'it is longer than any checkpoint' }
  const keyBytes = bytesOf(kind ?? '')
  if (keyBytes.length !== 33 || keyBytes[0] !== 1) return { why: 'the verifier key is no Ed25519 key of a signed note' }
  if (sha256(`${name}\n`, keyBytes).subarray(0, 4).toString('hex') !== id)
    return { why: 'the verifier key does not fit its own id' }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: keyBytes.subarray(1).toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const end = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, end)
  const isSigned = note
    .slice(end + 1)
    .split('\n')
    .some((line) => {
      const [, by, base64] = /^— (\S+) (\S+)$/.exec(line) ?? []
      if (by !== name) return false
      const signature = bytesOf(base64)
      return (
        signature.subarray(0, 4).toString('hex') === id && verify(null, Buffer.from(text), key, signature.subarray(4))
      )
    })
  if (!isSigned) return { why: `it is not signed by ${shown(name)}+${id}` }
  const [origin, size, root] = text.split('\n')
  if (!/^[1-9]\d*$/.test(size) || !isCount(Number(size)) || !isHash(root))
    return { why: 'it names no events and no root' }
  return { origin, size: Number(size), root: bytesOf(root) }
}

/** Returns the checkpoint of a note signed by one of the keys, or why there is none. */
function openBy(keys, note) {
  const opened = keys.map((key) => ({ key, ...openNote(note, key) }))
  return opened.find(({ why }) => !why) ?? { why: opened.map(({ why }) => why).join('; ') }
}

/** Returns the largest power of two below a size. */
function half(size) {
  let k = 1
  while (k * 2 < size) k *= 2
  return k
}

/**
 * Returns the root over all leaves.
 * Leaves in the range use their hashes; others use the given subtrees.
 */
function rootOf({ begin, end, size, left, right, hashAt }) {
  const [before, after] = [[...left], [...right]]
  const walk = (from, to) => {
    if (to <= begin) return before.shift()
    if (from >= end) return after.shift()
    if (to - from === 1) return hashAt(from)
    const middle = from + half(to - from)
    const first = walk(from, middle)
    const second = walk(middle, to)
    return first && second ? nodeHash(first, second) : undefined
  }
  const root = walk(0, size)
  return before.length === 0 && after.length === 0 ? root : undefined
}

/**
 * Returns the root at `size` leaves.
 * The last of them is in the range or just before it.
 */
function earlierRoot({ begin, left, hashAt }, size) {
  const stack = []
  const push = (hash, leaves) => {
    stack.push({ hash, leaves })
    while (stack.length > 1 && stack.at(-1).leaves === stack.at(-2).leaves) {
      const [one, other] = stack.splice(-2)
      stack.push({ hash: nodeHash(one.hash, other.hash), leaves: 2 * one.leaves })
    }
  }
  // Leaves before the range come as complete subtrees, largest first.
  let rest = begin
  for (const hash of left) {
    const leaves = rest === 1 ? 1 : rest === half(rest) * 2 ? rest : half(rest)
    push(hash, leaves)
    rest -= leaves
  }
  for (let leaf = begin; leaf < size; leaf++) push(hashAt(leaf), 1)
  return stack.reduceRight((right, { hash }) => (right ? nodeHash(hash, right) : hash), undefined)
}

/** Fields of an event's line with their types; others are not proved. */
const FIELDS = {
  index: 'number',
  hash: 'string',
  stream: 'string',
  revision: 'number',
  id: 'string',
  type: 'string',
  at: 'number',
  data: 'string',
  meta: 'string',
}

/**
 * Returns whether a line is exactly the text that its hash covers.
 * Another reader must not read something else.
 * Lone surrogates would hash as U+FFFD; a line feed would end a field early.
 */
const isEvent = (read, line) =>
  Object.keys(read).length === Object.keys(FIELDS).length && hasFields(read) && JSON.stringify(read) === line
const hasFields = (read) =>
  Object.entries(FIELDS).every(([field, type]) => typeof read[field] === type && isWhole(read[field]))
const isWhole = (value) => typeof value !== 'string' || (value.isWellFormed() && !value.includes('\n'))

const isCount = (number) => Number.isSafeInteger(number) && number >= 0

/** Returns the validated head; throws if it is incomplete. */
function headOf(read, line) {
  if (read?.format !== FORMAT) throw new Error(`this is no bundle of the format ${FORMAT}`)
  const { begin, end, left, right, blocks, key, checkpoint } = read
  if (!isCount(begin) || !isCount(end) || begin >= end) throw new Error('its first line names no events')
  const areHashes = [left, right, blocks].every((hashes) => Array.isArray(hashes) && hashes.every(isHash))
  const whole = Math.max(0, Math.floor(end / BLOCK) - Math.ceil(begin / BLOCK))
  if (!areHashes || blocks.length > whole || typeof key !== 'string' || typeof checkpoint !== 'string')
    throw new Error('its first line is not whole')
  if (!isCanonical(read, line)) throw new Error('its first line says more than a bundle does')
  return read
}
const isCanonical = (read, line) =>
  line === JSON.stringify(read) &&
  Object.keys(read).length === (read.declared === undefined ? 8 : 9) &&
  [read.key, read.checkpoint].every((text) => text.isWellFormed())
const isHash = (text) =>
  typeof text === 'string' && bytesOf(text).length === 32 && bytesOf(text).toString('base64') === text

const named = ({ type, stream, revision, id }) =>
  `${shown(type)} (revision ${shown(revision)} of ${shown(stream)}, id ${shown(id)})`

/**
 * Yields the lines of a file as bytes; the last needs no line feed.
 * Only \n ends a line: node:readline also splits at U+2028, which JSON leaves in texts.
 */
async function* linesOf(file) {
  let pieces = []
  let length = 0
  const add = (piece) => {
    length += piece.length
    if (length > LONGEST_LINE) throw new Error('a line is longer than any line of a bundle')
    pieces.push(piece)
  }
  for await (const part of createReadStream(file)) {
    let begin = 0
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, begin)) {
      add(part.subarray(begin, end))
      yield Buffer.concat(pieces)
      pieces = []
      length = 0
      begin = end + 1
    }
    if (begin < part.length) add(part.subarray(begin))
  }
  if (length > 0) yield Buffer.concat(pieces)
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const [QUOTE, BACKSLASH, BRACKET, BRACE] = Buffer.from('"\\[{')

/** Returns whether a line has more objects and arrays than a bundle's lines. */
function hasTooManyObjects(bytes) {
  let count = 0
  let isInString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) isInString = !isInString
    else if (isInString) at += byte === BACKSLASH ? 1 : 0
    else if (byte === BRACKET || byte === BRACE) count++
  }
  return count > MOST_OBJECTS
}

/** Returns the text and JSON of a line, or why it has none. */
function readLine(bytes) {
  let line
  try {
    line = strict.decode(bytes)
  } catch {
    return { why: 'a line is no UTF-8' }
  }
  if (hasTooManyObjects(bytes)) return { why: 'a line has more objects than any line of a bundle' }
  try {
    return { line, read: JSON.parse(line) }
  } catch {
    return { why: 'a line is no JSON' }
  }
}

/** Stores hashes by leaf number; missing ones are zeros. */
function createHashes() {
  const pieces = new Map()
  const empty = Buffer.alloc(32)
  return {
    set(leaf, hash) {
      const key = Math.floor(leaf / PIECE)
      if (!pieces.has(key)) pieces.set(key, Buffer.alloc(PIECE * 32))
      hash.copy(pieces.get(key), (leaf % PIECE) * 32)
    },
    at(leaf) {
      const start = (leaf % PIECE) * 32
      return pieces.get(Math.floor(leaf / PIECE))?.subarray(start, start + 32) ?? empty
    },
  }
}

/**
 * Returns the root that a leaf's proof leads to (RFC 6962, 2.1.1).
 * Returns undefined if the proof has the wrong length.
 */
function rootBy(leaf, index, size, proof) {
  const rest = [...proof]
  const walk = (from, to) => {
    if (to - from === 1) return leaf
    const middle = from + half(to - from)
    const inner = index < middle ? walk(from, middle) : walk(middle, to)
    const beside = rest.shift()
    if (!inner || !beside) return undefined
    return index < middle ? nodeHash(inner, beside) : nodeHash(beside, inner)
  }
  const root = walk(0, size)
  return rest.length === 0 ? root : undefined
}

const lineBytes = ({ stream, revision, id, type, at, data, meta }) =>
  Buffer.from([stream, revision, id, type, at, data, meta].join('\n'))

/** Returns the log's own declarations that are proved by the signed checkpoint. */
function declarationsIn(declared, checkpoint, fault) {
  if (declared === undefined) return []
  if (!Array.isArray(declared)) throw new Error('its first line is not whole')
  return declared.flatMap((event) => {
    const { index, proof } = event
    const hasProof = isCount(index) && index < checkpoint.size && Array.isArray(proof) && proof.every(isHash)
    const root =
      hasFields(event) && hasProof
        ? rootBy(leafHash(lineBytes(event)), index, checkpoint.size, proof.map(bytesOf))
        : undefined
    if (root?.equals(checkpoint.root)) return [{ ...event, data: JSON.parse(event.data) }]
    fault(`event ${index}, ${named(event)}: is declared, but does not lead to the signed checkpoint`)
    return []
  })
}

/**
 * Returns the log's own reason why an older checkpoint does not match.
 * Either it was withdrawn, or it covers a log abandoned by a restore.
 * Returns undefined if no declaration explains it.
 */
function explained(declared, { size, root }) {
  const withdrawn = declared.find(
    ({ type, data }) => type === 'CheckpointWithdrawn' && data.size === size && bytesOf(data.root).equals(root),
  )
  if (withdrawn)
    return `on ${withdrawn.data.withdrawnAt} the installation withdrew this checkpoint over ${size} events: it did not fit the log`
  /** Another branch may have left this log before the restored state; it names the common events then. */
  function commonOf({ size: kept, givenUp, common = givenUp?.common }) {
    return isCount(common) ? Math.min(common, kept) : kept
  }
  const restore = declared.findLast(
    ({ type, index, data }) =>
      type === 'LogRestored' && index === data.size && commonOf(data) < size && (data.givenUp?.size ?? size) >= size,
  )
  if (!restore) return undefined
  const { restoredAt, givenUp } = restore.data
  const isNamed = [givenUp, givenUp?.checkpoint].some((one) => one?.size === size && bytesOf(one.root).equals(root))
  return `this log was restored on ${restoredAt} to its first ${restore.data.size} events; the checkpoint over ${size} events belongs to the branch given up${isNamed ? ', which the log names by its root' : ''}. Events ${commonOf(restore.data)} to ${size - 1} of that branch are not in this log`
}

async function check(file, { keys, since }) {
  const faults = []
  const notes = []
  let found = 0
  const fault = (text) => {
    found++
    if (faults.length < MOST_TOLD) faults.push(text)
  }
  let head
  const hashes = createHashes()
  let expected = 0
  for await (const bytes of linesOf(file)) {
    const { line, read, why } = readLine(bytes)
    if (!head) {
      if (why) throw new Error(`its first line can't be read: ${why}`)
      head = headOf(read, line)
      expected = head.begin
      continue
    }
    if (why) {
      fault(`after event ${expected - 1}: ${why}`)
      continue
    }
    if (read === null || typeof read !== 'object') {
      fault(`after event ${expected - 1}: a line is no event`)
      continue
    }
    const { index, hash } = read
    if (!Number.isInteger(index) || index < head.begin || index >= head.end) {
      fault(`${named(read)}: was added, no event ${shown(index)} belongs here`)
      continue
    }
    if (index > expected)
      fault(index === expected + 1 ? `event ${expected} is missing` : `events ${expected} to ${index - 1} are missing`)
    if (index < expected)
      fault(`event ${index}, ${named(read)}: stands in another place than it was recorded in, or twice`)
    expected = Math.max(expected, index + 1)
    const actual = leafHash(lineBytes(read))
    if (actual.toString('base64') !== hash) fault(`event ${index}, ${named(read)}: is not as it was recorded`)
    else if (!isEvent(read, line)) fault(`event ${index}, ${named(read)}: its line says more than was recorded`)
    // After a fault, the hashes prove nothing.
    // Odd indexes would then fill the memory.
    if (found === 0) hashes.set(index, actual)
  }
  if (!head) throw new Error('this file is empty')
  if (expected < head.end) fault(`events ${expected} to ${head.end - 1} are missing at the end`)

  const trusted = keys.length > 0 ? keys : [head.key]
  const checkpoint = openBy(trusted, head.checkpoint)
  if (checkpoint.why) fault(`the checkpoint: ${checkpoint.why}`)
  else if (head.end > checkpoint.size)
    fault(
      `events ${Math.max(head.begin, checkpoint.size)} to ${head.end - 1} were added: the checkpoint is of ${checkpoint.size} events`,
    )
  else {
    const hashAt = hashes.at
    const range = {
      ...head,
      size: checkpoint.size,
      left: head.left.map(bytesOf),
      right: head.right.map(bytesOf),
      hashAt,
    }
    // If events are missing, the bundle's count is unproved and not used.
    if (found === 0 && !rootOf(range)?.equals(checkpoint.root)) {
      // Each event matches its hash, so hashes were changed; the subtrees show where.
      const first = Math.ceil(head.begin / BLOCK)
      const changed = head.blocks.flatMap((block, n) => {
        const begin = (first + n) * BLOCK
        const over = rootOf({
          begin: 0,
          end: BLOCK,
          size: BLOCK,
          left: [],
          right: [],
          hashAt: (leaf) => hashAt(begin + leaf),
        })
        return over.equals(bytesOf(block)) ? [] : [`among events ${begin} to ${begin + BLOCK - 1}`]
      })
      const where =
        changed.length > 0 ? changed.join(', ') : 'at the ends of this bundle, or in what it says of the rest'
      fault(`the events do not lead to the signed checkpoint: something was changed together with its hash, ${where}`)
    }
    const declared = declarationsIn(head.declared, checkpoint, fault)
    /** Reports a mismatch as a note if the log declares a reason, otherwise as a fault. */
    const unfit = (older, before, text) => {
      const why = explained(declared, before)
      if (why) notes.push(`${older}: ${why}`)
      else fault(`${older}: ${text}`)
    }
    for (const older of since) {
      const before = openBy(trusted, strict.decode(readFileSync(older)))
      if (before.why) fault(`${older}: ${before.why}`)
      else if (before.origin !== checkpoint.origin) fault(`${older}: is of another log`)
      else if (before.size > checkpoint.size)
        unfit(
          older,
          before,
          `is of ${before.size} events, and the checkpoint of this bundle of ${checkpoint.size}: unless it is the newer one, events ${checkpoint.size} to ${before.size - 1} were removed`,
        )
      else if (before.size < head.begin || before.size > head.end)
        throw new Error(`${older} ends at event ${before.size}, which is not in this bundle: export one that it is in`)
      else if (found === 0 && !earlierRoot(range, before.size).equals(before.root))
        unfit(older, before, `of the first ${before.size} events, some are not what they were when it was signed`)
    }
  }
  return { faults, notes, found, head, checkpoint, isTrusted: keys.length > 0 }
}

const LISTS = { '--key': 'keys', '--since': 'since' }

/** Throws on unknown options, so that no check is skipped silently. */
function optionsOf(rest) {
  const options = { keys: [], since: [] }
  for (let n = 0; n < rest.length; n += 2) {
    const [name, value] = [rest[n], rest[n + 1]]
    if (!Object.hasOwn(LISTS, name)) throw new Error(`${name} is no option of this: there are --key and --since`)
    if (value === undefined) throw new Error(`${name} needs a value`)
    options[LISTS[name]].push(value)
  }
  return options
}

const [file, ...rest] = process.argv.slice(2)
try {
  if (!file) throw new Error('name the bundle: node verify.mjs BUNDLE [--key VERIFIER-KEY]… [--since CHECKPOINT]…')
  const { faults, notes, found, head, checkpoint, isTrusted } = await check(file, optionsOf(rest))
  const of = `events ${head.begin} to ${head.end - 1}`
  if (found === 0) {
    print(
      console.log,
      `OK: ${of} are as they were recorded, under the checkpoint of ${checkpoint.size} events signed by ${shown(checkpoint.key.split('+').slice(0, 2).join('+'))}`,
    )
    for (const text of notes) print(console.log, `NOT IN THIS LOG: ${text}`)
    if (!isTrusted)
      console.log(
        'The key came with the bundle. Give the one that you know with --key: whoever makes a log anew has a key of their own.',
      )
  } else {
    console.error(`NOT AS RECORDED: ${found} ${found === 1 ? 'fault' : 'faults'} in ${of}`)
    for (const text of faults) print(console.error, `- ${text}`)
    if (found > faults.length) console.error(`- and ${found - faults.length} more`)
    process.exitCode = 1
  }
} catch (error) {
  print(console.error, `It could not be checked: ${error.message}`)
  process.exitCode = 2
}
