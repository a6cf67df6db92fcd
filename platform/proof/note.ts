/** Signed checkpoints: C2SP's signed notes (https://c2sp.org/signed-note) and log checkpoints (https://c2sp.org/tlog-checkpoint). */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { HASH_BYTES } from './merkle.ts'

/** PKCS #8 prefix of an Ed25519 seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Number of bytes that precede an Ed25519 public key in SPKI format. */
const SPKI_BYTES = 12
/** Number of Ed25519 in C2SP's list of signature types for signed notes. */
const ED25519 = 1
const ID_BYTES = 4

export interface Signer {
  /** Verifier key of the signer: name, id and public key. */
  verifierKey: string
  name: string
  sign(text: string): string
}

/**
 * Creates a signer.
 * `name` has no spaces and no '+'.
 * `seed` is a secret of 32 bytes.
 */
export function createSigner(name: string, seed: Uint8Array): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI_BYTES)
  const kind = Buffer.concat([Buffer.of(ED25519), raw])
  const id = createHash('sha256').update(`${name}\n`).update(kind).digest().subarray(0, ID_BYTES)
  return {
    name,
    verifierKey: `${name}+${id.toString('hex')}+${kind.toString('base64')}`,
    sign: (text) => `— ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), key)]).toString('base64')}\n`,
  }
}

interface Checkpoint {
  /** Name that identifies the log. */
  origin: string
  /** Count of leaves. */
  size: number
  root: Uint8Array
}

/** Returns the checkpoint as a note that contains the signature of each signer. */
export function signCheckpointNote({ origin, size, root }: Checkpoint, signers: readonly Signer[]): string {
  const text = `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`
  return `${text}\n${signers.map((signer) => signer.sign(text)).join('')}`
}

/** Returns the text of a signed note if the key's signature is valid, otherwise undefined. */
export function verifySignedNote(note: string, verifierKey: string): string | undefined {
  const [, name, id = '', kind = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(verifierKey) ?? []
  const key = publicKeyOf(kind)
  const end = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, end)
  const isSigned = note
    .slice(end + 1)
    .split('\n')
    .some((line) => {
      const [, signedBy, base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
      const bytes = Buffer.from(base64, 'base64')
      const isOf = signedBy === name && bytes.subarray(0, ID_BYTES).toString('hex') === id
      return isOf && key !== undefined && verify(null, Buffer.from(text), key, bytes.subarray(ID_BYTES))
    })
  return isSigned ? text : undefined
}

/** Returns the checkpoint in a note, if the note has a valid signature by the given key. */
export function openCheckpoint(note: string, verifierKey: string): Checkpoint | undefined {
  const [origin, size = '', root = ''] = verifySignedNote(note, verifierKey)?.split('\n') ?? []
  const bytes = Buffer.from(root, 'base64')
  return origin && /^\d+$/.test(size) && bytes.length === HASH_BYTES
    ? { origin, size: Number(size), root: bytes }
    : undefined
}

function publicKeyOf(kind: string): KeyObject | undefined {
  const bytes = Buffer.from(kind, 'base64')
  if (bytes.length !== 33 || bytes[0] !== ED25519) return undefined
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') }
  return createPublicKey({ key: jwk, format: 'jwk' })
}
