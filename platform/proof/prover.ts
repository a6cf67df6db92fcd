/** Proves the log's integrity by signed checkpoints, proofs and bundles. */
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventData } from '#contract/events.ts'
import { type EventStore, type StoredEvent, StoreMismatch, toPosition } from '../event-store/event-store.ts'
import { readEventAt } from '../event-store/log-mark.ts'
import type { HealthProblem } from '../health-checks.ts'
import { createKeyedMutex, runInTurnOfSender } from '../keyed-mutex.ts'
import type { Vault } from '../vault/vault.ts'
import { findLostProofTree, REPAIRS_STREAM } from './lost-tree.ts'
import {
  createConsistencyProof,
  createInclusionProof,
  createRangeProof,
  type MerkleNodes,
  merkleRootOf,
} from './merkle.ts'
import { createSigner, type Signer, signCheckpointNote } from './note.ts'
import { openProofTree, type ProofTree } from './tree.ts'

const NAME = 'wastesense'
/** Stream of the changes of the signing key. */
export const CHECKPOINT_KEY_STREAM = 'checkpointkey'
/**
 * Number of events that are read at once for an export with proofs.
 * Reading them takes some milliseconds.
 */
const PAGE = 100
/**
 * Reads the pages of event bundles one at a time.
 * Concurrent exports take turns, and other requests run between the pages.
 * Each reader has one page in the queue, however many bundles it exports.
 */
const inTurn = createKeyedMutex()
/**
 * Level of the Merkle subtrees whose hashes an exported bundle of events contains.
 * With these hashes, a verifier finds changed events faster.
 */
const BLOCK_LEVEL = 8
const BLOCK = 2 ** BLOCK_LEVEL

const base64 = (hash: Uint8Array) => Buffer.from(hash).toString('base64')

export interface SignedCheckpoint {
  note: string
  size: number
  root: string
}

export interface LogProver {
  /** Returns the public part of the present signing key. */
  verifierKey(): Promise<string>
  /**
   * Returns the public key of the signing key with this number.
   * Numbers start at 1.
   * The key may be one that is not yet in use.
   */
  verifierKeyOf(number: number): Promise<string>
  /**
   * Returns a signed checkpoint of the log as it is now.
   * Undefined while the log is empty.
   */
  checkpoint(): Promise<SignedCheckpoint | undefined>
  /**
   * Proves that the event at a log position is among the log's first `size` events (default: all events).
   * Returns undefined if it is not.
   */
  inclusion(position: number, size?: number): Promise<{ index: number; size: number; proof: string[] } | undefined>
  /**
   * Proves that the log's first `from` events are unchanged in the log of `to` events.
   * Returns undefined if the log never had that many events.
   */
  consistency(from: number, to?: number): Promise<{ from: number; to: number; proof: string[] } | undefined>
  /**
   * Returns events between two moments (epoch ms, end exclusive) as JSON lines, with proofs.
   * The events are consecutive in the log.
   * If a clock was wrong, some event times can lie outside the period.
   * `reader` is the user who exports; readers take turns.
   */
  bundle(from: number, to: number, reader?: string): Promise<AsyncIterable<string> | undefined>
  /** Returns why nothing was signed at the last attempt, if the stored data does not fit together. */
  problems(): HealthProblem[]
  close(): void
}

/** Leaves of the Merkle tree that a reader exports; excludes `end`. */
interface BundleRange {
  begin: number
  end: number
  reader: string
}

interface ProverParts {
  store: Pick<EventStore, 'readStored' | 'readStoredFrom' | 'readStream'>
  vault: Pick<Vault, 'installationKey'>
  dataDir: string
}

async function signerWith(vault: ProverParts['vault'], number: number): Promise<Signer> {
  return createSigner(NAME, await vault.installationKey(number === 1 ? 'checkpoints' : `checkpoints-${number}`))
}

/** Returns the verifier keys of the first `count` signers of checkpoints. */
export async function listVerifierKeys(vault: ProverParts['vault'], count: number): Promise<string[]> {
  const signers = await Promise.all(Array.from({ length: count }, (_, index) => signerWith(vault, index + 1)))
  return signers.map(({ verifierKey }) => verifierKey)
}

export function createLogProver({ store, vault, dataDir }: ProverParts): LogProver {
  let opened: ProofTree | undefined
  // Opens the Merkle tree on demand, because installations without auditors have none.
  const tree = () => (opened ??= openProofTree(path.join(dataDir, 'proof.db'), store, refuseRolledBackLog))
  const made = new Map<number, Promise<Signer>>()
  let latest: SignedCheckpoint | undefined
  let problem: HealthProblem | undefined

  /**
   * Throws if the log was rolled back and does not declare it.
   * The file alone shows this, so it must stay until a start has read it.
   */
  async function refuseRolledBackLog(): Promise<void> {
    const lost = await findLostProofTree(store, dataDir)
    if (!lost) return
    throw new StoreMismatch(
      `The log lacks events that it had: ${path.join(dataDir, 'proof.db')} covers ${lost.size}. Nothing is signed until that is accepted. Stop WasteSense, then: npm run repair`,
      { outcome: 'nothing-saved' },
    )
  }

  function signerOf(number: number): Promise<Signer> {
    const known = made.get(number)
    if (known) return known
    const signer = signerWith(vault, number)
    made.set(number, signer)
    signer.catch(() => made.delete(number))
    return signer
  }

  /**
   * Returns the signers with the present and the previous signing key.
   * Verifiers that know only the previous key can therefore still verify.
   * Throws if the present key is not the one that the log names.
   * An older vault lacks that key, and has made another one.
   */
  async function signers(): Promise<[Signer, ...Signer[]]> {
    const changes = await store.readStream(CHECKPOINT_KEY_STREAM)
    const number = changes.length + 1
    const signer = await signerOf(number)
    const named = changes.at(-1)?.data as EventData<'CheckpointKeyChanged'> | undefined
    problem = undefined
    if (named && named.key !== signer.verifierKey) {
      const reason = `The vault's key of checkpoints is not the one that the log names, ${named.key}. Nothing is signed. Put back the vault that belongs to this log, or change the key of checkpoints.`
      problem = { reason }
      throw new StoreMismatch(reason, { outcome: 'nothing-saved' })
    }
    return number === 1 ? [signer] : [signer, await signerOf(number - 1)]
  }

  /** Adds the log's new events to the Merkle tree, then calls `read`. */
  const current = <T>(read: (nodes: ProofTree) => T | Promise<T>): Promise<T> => tree().upToNow(() => read(tree()))

  async function checkpoint(): Promise<SignedCheckpoint | undefined> {
    return current(signed)
  }

  async function signed(nodes: ProofTree): Promise<SignedCheckpoint | undefined> {
    const size = nodes.size()
    if (size === 0) return undefined
    const root = merkleRootOf(nodes, size)
    if (latest?.size !== size || latest.root !== base64(root)) {
      // The first event's hash is unique to a log, so it names the log.
      const origin = `${NAME}/${Buffer.from(nodes.at(0, 0)).toString('hex').slice(0, 16)}`
      latest = { note: signCheckpointNote({ origin, size, root }, await signers()), size, root: base64(root) }
    }
    return latest
  }

  /** Returns the log's explanations of older checkpoints: restores and withdrawn checkpoints. */
  async function declarationsIn(nodes: ProofTree, size: number): Promise<object[]> {
    const declared: object[] = []
    for (const { position } of await store.readStream(REPAIRS_STREAM)) {
      const [event, index] = await Promise.all([readEventAt(store, position), nodes.indexOf(position)])
      if (!event || index === undefined || index >= size) continue
      const proof = createInclusionProof(nodes, index, size).map(base64)
      declared.push({ proof, ...fieldsOf(event, index, nodes) })
    }
    return declared
  }

  async function headOf(
    nodes: ProofTree,
    { note, size }: SignedCheckpoint,
    begin: number,
    end: number,
  ): Promise<string> {
    const { left, right } = createRangeProof(nodes, begin, end, size)
    const declared = await declarationsIn(nodes, size)
    return `${JSON.stringify({
      format: 'wastesense-audit-bundle/1',
      checkpoint: note,
      key: (await signers())[0].verifierKey,
      begin,
      end,
      left: left.map(base64),
      right: right.map(base64),
      blocks: await readBlocks(nodes, begin, end),
      ...(declared.length > 0 && { declared }),
    })}\n`
  }

  async function* lines(nodes: ProofTree, head: string, { begin, end, reader }: BundleRange) {
    yield head
    try {
      let { position } = await nodes.eventOf(begin)
      for (let index = begin; index < end; ) {
        const limit = Math.min(PAGE, end - index)
        const after = position
        const isFirst = index === begin
        const { events, text } = await runInTurnOfSender(inTurn, { key: 'page', sender: reader }, async () => {
          await nextTurn()
          const events = await (isFirst ? store.readStoredFrom(after, limit) : store.readStored(after, limit))
          return { events, text: events.map((event) => lineOf(event, index++, nodes)).join('') }
        })
        yield text
        // The log was shortened.
        // The verifier notices, because the tree still has the hashes.
        if (events.length === 0) return
        position = events.at(-1)?.position ?? position
      }
    } catch (error) {
      nodes.discardAfter(error)
      throw error
    }
  }

  return {
    verifierKey: async () => (await signers())[0].verifierKey,
    verifierKeyOf: async (number) => (await signerOf(number)).verifierKey,
    checkpoint,
    inclusion: (position, size) =>
      current(async (nodes) => {
        const [index, of] = [await nodes.indexOf(toPosition(position)), size ?? nodes.size()]
        if (index === undefined || index >= of || of > nodes.size()) return undefined
        return { index, size: of, proof: createInclusionProof(nodes, index, of).map(base64) }
      }),
    consistency: (from, size) =>
      current((nodes) => {
        const to = size ?? nodes.size()
        if (from > to || to > nodes.size()) return undefined
        return { from, to, proof: createConsistencyProof(nodes, from, to).map(base64) }
      }),
    bundle: (from, to, reader = '') =>
      current(async (nodes) => {
        const made = await signed(nodes)
        const range = made && (await nodes.rangeOf(from, to, made.size))
        if (!range) return undefined
        const { begin, end } = range
        return lines(nodes, await headOf(nodes, made, begin, end), { begin, end, reader })
      }),
    problems: () => (problem ? [problem] : []),
    close: () => opened?.close(),
  }
}

/** Returns the hashes of the Merkle subtrees with `BLOCK` leaves that lie within the range. */
async function readBlocks(nodes: MerkleNodes, begin: number, end: number): Promise<string[]> {
  const blocks: string[] = []
  for (let block = Math.ceil(begin / BLOCK); (block + 1) * BLOCK <= end; block++) {
    blocks.push(base64(nodes.at(BLOCK_LEVEL, block)))
    if (blocks.length % PAGE === 0) await nextTurn()
  }
  return blocks
}

/**
 * Returns an event with its hash from the Merkle tree.
 * If the event was changed later, event and hash do not match.
 */
const fieldsOf = ({ position: _, ...event }: StoredEvent, index: number, nodes: MerkleNodes) => ({
  index,
  hash: base64(nodes.at(0, index)),
  ...event,
})

const lineOf = (event: StoredEvent, index: number, nodes: MerkleNodes): string =>
  `${JSON.stringify(fieldsOf(event, index, nodes))}\n`
