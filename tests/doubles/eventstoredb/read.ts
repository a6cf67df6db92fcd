/** Reads one stream or the whole log, forwards or backwards, once or as a subscription. */

import { once } from 'node:events'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerWritableStream, status } from '@grpc/grpc-js'
import { type DoubleLog, type StoredDoubleEvent, toIdentifier, toReadResp, toStreamName } from './log.ts'

const BACKWARDS = 1
/**
 * Number of skipped events after which a filtered subscription reports its position.
 * The client's request can multiply this number by a factor.
 */
const WINDOW = 32

type Call = ServerWritableStream<ReadReq, ReadResp>

/** Answers `Read` requests of all kinds, and counts the events that it returns. */
export async function answerRead(log: DoubleLog, call: Call, given: { events: number }): Promise<void> {
  const options = call.request.getOptions()
  if (!options) return fail(call, 'a read needs options')
  if (options.hasSubscription()) {
    if (!options.hasAll()) return fail(call, 'the double only subscribes to all')
    return subscribe(log, call, options)
  }
  if (options.getCount() === '0') return fail(call, 'a count of 0')
  const source = options.hasStream() ? log.stream(toStreamName(options.getStream()?.getStreamIdentifier())) : log.events
  if (options.hasStream() && source.length === 0) {
    const stream = toStreamName(options.getStream()?.getStreamIdentifier())
    const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(toIdentifier(stream))
    call.write(new streams.ReadResp().setStreamNotFound(notFound))
    return void call.end()
  }
  const count = Number(options.getCount())
  const isBackwards = options.getReadDirection() === BACKWARDS
  // A backward read takes the log's last events and reverses only those.
  const from = options.getAll()?.getPosition()
  const first = from && log.indexOf(Number(from.getCommitPosition()))
  if (from && first === undefined) return refuse(call)
  const forwards = () =>
    first === undefined ? source.filter(startOf(options)).slice(0, count) : source.slice(first, first + count)
  const events = isBackwards ? source.slice(-count).reverse() : forwards()
  for (const event of events) {
    given.events += 1
    if (!(await send(call, toReadResp(event)))) return
  }
  call.end()
}

/** Returns a function that tests whether an event's revision is at or after the start revision. */
function startOf(options: ReadReq.Options): (event: StoredDoubleEvent) => boolean {
  const stream = options.getStream()
  return stream?.hasRevision() ? ({ revision }) => revision >= Number(stream.getRevision()) : () => true
}

/** Sends the events after a position, then one message that the reader has caught up, then new events. */
async function subscribe(log: DoubleLog, call: Call, options: ReadReq.Options): Promise<void> {
  const passes = filterOf(options)
  const checkpointEvery = WINDOW * (options.getFilter()?.getCheckpointintervalmultiplier() || 1)
  const from = options.getAll()?.getPosition()
  const after = from ? Number(from.getCommitPosition()) : -1
  const given = log.indexOf(after)
  // If the position is beyond the log's end, wait for later positions.
  const isBeyond = after > (log.events.at(-1)?.position ?? -1)
  if (from && given === undefined && !isBeyond) return refuse(call)
  let next = given === undefined ? 0 : given + 1
  let passedOver = 0
  let caughtUp = false
  await send(call, new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation()))
  while (!call.cancelled && !call.destroyed) {
    const event = log.events[next]
    if (!event) {
      if (!caughtUp) await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
      caughtUp = true
      if (log.events.length === next) await appendedOrCancelled(log, call)
      continue
    }
    next += 1
    if (event.position > after && passes(event)) await send(call, toReadResp(event))
    passedOver += 1
    if (passedOver % checkpointEvery === 0) await send(call, toCheckpoint(event))
  }
}

function filterOf(options: ReadReq.Options): (event: StoredDoubleEvent) => boolean {
  const filter = options.getFilter()
  if (!filter) return () => true
  const onType = filter.hasEventType()
  const expression = onType ? filter.getEventType() : filter.getStreamIdentifier()
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined
  const prefixes = expression?.getPrefixList() ?? []
  return (event) => {
    const name = onType ? (event.metadata.type ?? '') : event.stream
    return regex ? regex.test(name) : prefixes.some((prefix) => name.startsWith(prefix))
  }
}

function toCheckpoint({ position }: StoredDoubleEvent): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(String(position))
    .setPreparePosition(String(position))
  return new streams.ReadResp().setCheckpoint(checkpoint)
}

async function appendedOrCancelled(log: DoubleLog, call: Call): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([once(log.changes, 'appended', { signal }), once(call, 'cancelled', { signal })])
  waiting.abort()
}

/**
 * Sends a response when the buffer has space.
 * Returns false after a disconnection.
 */
async function send(call: Call, answer: ReadResp): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false
  if (call.write(answer)) return true
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([once(call, 'drain', { signal }), once(call, 'cancelled', { signal })])
  waiting.abort()
  return !call.cancelled
}

/**
 * Fails like a real EventStoreDB server when a client reads from a byte position without a record.
 * The error of the real server has no details.
 */
function refuse(call: Call): void {
  call.emit('error', { code: status.UNKNOWN, details: 'Unexpected ReadAllResult: Error' })
}

function fail(call: Call, details: string): void {
  call.emit('error', { code: status.INVALID_ARGUMENT, details })
}
