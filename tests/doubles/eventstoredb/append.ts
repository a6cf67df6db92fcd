/**
 * Answers appends to the EventStoreDB test server.
 * Clients use one call per append, or one long call for many appends.
 */

import { type EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, type ServerDuplexStream, type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { type AppendOutcome, type DoubleLog, type ProposedEvent, toProposedEvent, toStreamName } from './log.ts'

const MAX_APPEND_BYTES = 1024 * 1024

interface AppendTarget {
  stream: string
  /**
   * Revision at which the client expects the stream; -1 for a new stream.
   * Undefined if the client sent none, which this project's adapter must not do.
   */
  expected: number | undefined
}

type Refusal = 'maximum-append-size-exceeded' | 'invalid-argument' | 'timeout'

/** State that all append requests to the double share. */
export interface AppendState {
  /**
   * Waits until the simulated server answers again.
   * The client may have given up its request meanwhile.
   */
  awake(): Promise<void>
  /**
   * Waits as long as a simulated commit takes.
   * Undefined if commits take no time.
   */
  commit?: () => Promise<unknown>
  /** Keys of the appends that are being committed. */
  committing: Set<string>
  /**
   * Commits that have not ended yet, by stream.
   * Each has the stream's new revision and a promise that resolves when the commit ends.
   */
  pending: Map<string, { revision: number; over: Promise<unknown> }>
  /** Count of appends received. */
  count: number
}

/**
 * Returns a function that delays a commit by `commitMs`, or until `readsPerCommit` reads are answered.
 * Returns undefined if commits are not delayed.
 */
export function createCommitDelay(
  { commitMs = 0, readsPerCommit = 0 }: { commitMs?: number; readsPerCommit?: number },
  reads: EventEmitter,
) {
  if (readsPerCommit > 0)
    return async () => {
      for (let n = 0; n < readsPerCommit; n++) await once(reads, 'answered')
    }
  return commitMs > 0 ? () => sleep(commitMs) : undefined
}

/**
 * Time in ms after which the real server reports a dropped append.
 * The server drops an append that equals one it is committing for another client.
 */
const DROPPED_MS = 3000

async function append(
  log: DoubleLog,
  taking: AppendState,
  { stream, expected }: AppendTarget,
  proposed: readonly ProposedEvent[],
): Promise<AppendOutcome | Refusal> {
  taking.count++
  await taking.awake()
  const bytes = proposed.reduce((sum, event) => sum + ((event.data.length + event.custom.length) * 3) / 4, 0)
  if (bytes > MAX_APPEND_BYTES) return 'maximum-append-size-exceeded'
  if (expected === undefined || stream === '' || proposed.some(({ metadata }) => !metadata.type)) {
    return 'invalid-argument'
  }
  if (!taking.commit) return log.append(stream, expected, proposed)
  const key = JSON.stringify([stream, proposed.map(({ id }) => id)])
  if (taking.committing.has(key)) return sleep(DROPPED_MS, 'timeout')
  const before = taking.pending.get(stream)
  // As on the real server, uncommitted events count, although they can't be read yet.
  if (before && expected < before.revision) return { wrongVersion: { current: before.revision } }
  await before?.over
  if (log.stream(stream).length - 1 !== expected) return log.append(stream, expected, proposed)
  const over = taking.commit()
  taking.committing.add(key)
  taking.pending.set(stream, { revision: expected + proposed.length, over })
  await over
  taking.committing.delete(key)
  taking.pending.delete(stream)
  return log.append(stream, expected, proposed)
}

/**
 * Answers `Append`: the client sends options, then events.
 * The server responds once, at the end.
 */
export async function answerAppend(
  log: DoubleLog,
  taking: AppendState,
  call: ServerReadableStream<AppendReq, AppendResp>,
  callback: sendUnaryData<AppendResp>,
): Promise<void> {
  let options: AppendReq.Options | undefined
  const proposed: ProposedEvent[] = []
  for await (const request of call as AsyncIterable<AppendReq>) {
    options ??= request.getOptions()
    const message = request.getProposedMessage()
    if (message) proposed.push(toProposedEvent(message))
  }
  const expected = options?.hasNoStream() ? -1 : options?.hasRevision() ? Number(options.getRevision()) : undefined
  const outcome = await append(
    log,
    taking,
    { stream: toStreamName(options?.getStreamIdentifier()), expected },
    proposed,
  )
  if (outcome === 'timeout') return callback({ code: status.DEADLINE_EXCEEDED, details: outcome })
  if (typeof outcome === 'string') {
    const metadata = new Metadata()
    metadata.set('exception', outcome)
    metadata.set('maximum-append-size', String(MAX_APPEND_BYTES))
    return callback({ code: status.INVALID_ARGUMENT, details: outcome, metadata })
  }
  callback(null, toAppendResp(outcome, expected))
}

function toAppendResp(outcome: AppendOutcome, expected: number | undefined): AppendResp {
  if ('last' in outcome) {
    const position = new streams.AppendResp.Position()
      .setCommitPosition(String(outcome.last.position))
      .setPreparePosition(String(outcome.last.position))
    const success = new streams.AppendResp.Success().setCurrentRevision(String(outcome.last.revision))
    return new streams.AppendResp().setSuccess(success.setPosition(position))
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (expected === -1) wrong.setExpectedNoStream(new shared.Empty())
  else wrong.setExpectedRevision(String(expected))
  const { current } = outcome.wrongVersion
  if (current === -1) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(current))
  return new streams.AppendResp().setWrongExpectedVersion(wrong)
}

/**
 * Answers `BatchAppend`: appends arrive in parts under a correlation id.
 * Answers each append after its final part.
 */
export function answerBatchAppend(
  log: DoubleLog,
  taking: AppendState,
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
): void {
  const underway = new Map<string, { options: BatchAppendReq.Options | undefined; proposed: ProposedEvent[] }>()
  call.on('data', async (request: BatchAppendReq) => {
    const id = request.getCorrelationId()
    const key = Buffer.from(id?.serializeBinary() ?? []).toString('hex')
    const batch = underway.get(key) ?? { options: request.getOptions(), proposed: [] }
    underway.set(key, batch)
    batch.proposed.push(...request.getProposedMessagesList().map(toProposedEvent))
    if (!request.getIsFinal()) return
    underway.delete(key)
    const { options, proposed } = batch
    const expected = options?.hasNoStream()
      ? -1
      : options?.hasStreamPosition()
        ? Number(options.getStreamPosition())
        : undefined
    const wanted = { stream: toStreamName(options?.getStreamIdentifier()), expected }
    const outcome = await append(log, taking, wanted, proposed)
    if (call.cancelled || call.destroyed) return
    const answer = new streams.BatchAppendResp()
      .setCorrelationId(id)
      .setStreamIdentifier(options?.getStreamIdentifier())
    call.write(fillBatchResp(answer, outcome, expected))
  })
  call.on('end', () => call.end())
  call.on('error', () => call.end())
}

function fillBatchResp(
  answer: BatchAppendResp,
  outcome: AppendOutcome | Refusal,
  expected: number | undefined,
): BatchAppendResp {
  if (outcome === 'timeout')
    return answer.setError(toStatus(4, outcome, 'Timeout', new shared.Timeout().serializeBinary()))
  if (typeof outcome === 'string') {
    const tooMuch = new shared.MaximumAppendSizeExceeded()
    tooMuch.setMaxappendsize(MAX_APPEND_BYTES)
    return outcome === 'invalid-argument'
      ? answer.setError(
          toStatus(3, outcome, 'BadRequest', new shared.BadRequest().setMessage(outcome).serializeBinary()),
        )
      : answer.setError(toStatus(3, outcome, 'MaximumAppendSizeExceeded', tooMuch.serializeBinary()))
  }
  if ('last' in outcome) {
    const position = new shared.AllStreamPosition()
      .setCommitPosition(String(outcome.last.position))
      .setPreparePosition(String(outcome.last.position))
    const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(outcome.last.revision))
    return answer.setSuccess(success.setPosition(position))
  }
  const wrong = new shared.WrongExpectedVersion()
  if (expected === -1) wrong.setExpectedNoStream(new empty.Empty())
  else wrong.setExpectedStreamPosition(String(expected))
  const { current } = outcome.wrongVersion
  if (current === -1) wrong.setCurrentNoStream(new empty.Empty())
  else wrong.setCurrentStreamRevision(String(current))
  return answer.setError(toStatus(6, 'wrong expected version', 'WrongExpectedVersion', wrong.serializeBinary()))
}

function toStatus(
  code: number,
  message: string,
  type: string,
  details: Uint8Array,
): InstanceType<typeof statuses.Status> {
  const packed = new any.Any()
  packed.pack(details, `event_store.client.${type}`)
  return new statuses.Status().setCode(code).setMessage(message).setDetails(packed)
}
