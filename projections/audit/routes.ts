/** Answers reads of proofs that the log is unchanged. */

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { addDays } from '#domain/city-time.ts'
import { dayStartOf } from '#domain/wall-clock.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { LimiterFactory } from '#platform/limiters.ts'
import type { LogProver } from '#platform/proof/prover.ts'
import { createPerNetworkRateLimit } from '../queries/network-limit.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import { type CheckpointRow, toCheckpoint } from './checkpoints-view.ts'

const VERIFIER = path.join(import.meta.dirname, '../../tools/verifier/verify.mjs')

/**
 * Maximum number of reads of checkpoint and verifier per network and minute.
 * A new checkpoint must cover all events since the previous checkpoint.
 */
const REQUESTS_PER_MINUTE = 60

const NOTHING_RECORDED = reject('not-found', msg`Nothing was recorded in this period.`)
const NO_PROVER = reject('unavailable', msg`This server keeps no proofs.`)
const OUTSIDE_LOG = reject('not-found', msg`The event does not exist, or is newer than the checkpoint.`)

/**
 * Returns the read handlers.
 * They reject without a `prover`: this process stores no proofs of the log.
 */
export function createAuditReadHandlers(prover: LogProver | undefined, limiters?: LimiterFactory): ReadHandlers {
  const count = createPerNetworkRateLimit(
    'proofs',
    { most: REQUESTS_PER_MINUTE, advice: msg`Please try again in a minute.` },
    limiters,
  )
  return {
    async checkpoint({ address }) {
      const tooMany = await count(address)
      if (tooMany) return tooMany
      const made = prover ? await prover.checkpoint() : NO_PROVER
      if (!made) return NOTHING_RECORDED
      if (!('note' in made)) return made
      return { type: 'text/plain', name: 'checkpoint.txt', content: made.note, inline: true }
    },
    async verifier({ address }) {
      const tooMany = await count(address)
      return tooMany ?? { type: 'text/javascript', name: 'verify.mjs', content: await readFile(VERIFIER) }
    },
    async proof() {
      if (!prover) return NO_PROVER
      const made = await prover.checkpoint()
      if (!made) return NOTHING_RECORDED
      const { note, size, root } = made
      return { key: await prover.verifierKey(), size, root, checkpoint: note }
    },
    async checkpoints({ query: { page, size } }, { rows }) {
      const skip = (page - 1) * size
      const made = await rows.find<CheckpointRow>('checkpoints', { filter: {}, sort: { size: -1 }, skip, limit: size })
      return { checkpoints: made.map(toCheckpoint), total: await rows.count('checkpoints', {}) }
    },
    async inclusion({ query: { position, size } }) {
      return prover ? ((await prover.inclusion(position, size)) ?? OUTSIDE_LOG) : NO_PROVER
    },
    async consistency({ query: { from, to } }) {
      return prover ? ((await prover.consistency(from, to)) ?? OUTSIDE_LOG) : NO_PROVER
    },
    async auditBundle({ query: { from, to }, principal }, { rows }) {
      if (!prover) return NO_PROVER
      const timeZone = await timeZoneOf(rows)
      const [begin, end] = [from, addDays(to, 1)].map((day) => dayStartOf(timeZone, day))
      const content = await prover.bundle(begin as number, end as number, principal.userId)
      return content ? { type: 'application/jsonl', name: `audit-${from}-to-${to}.jsonl`, content } : NOTHING_RECORDED
    },
  }
}
