/**
 * Event log of the test double for EventStoreDB, in memory or in a file of JSON lines.
 * Each append is synced to the file.
 */

import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams, { type AppendReq, type BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'

/**
 * Event from a client.
 * Data and meta are stored as base64.
 */
export interface ProposedEvent {
  id: string
  metadata: Record<string, string>
  custom: string
  data: string
}

export interface StoredDoubleEvent extends ProposedEvent {
  stream: string
  revision: number
  position: number
  /** Time of the append, in 100 ns ticks since 1970. */
  created: string
}

export type AppendOutcome = { last: StoredDoubleEvent } | { wrongVersion: { current: number } }

const { ReadEvent } = streams.ReadResp
const TICKS_PER_MS = 10_000n
/**
 * One event in every `SYSTEM_EVENT_EVERY` is a system event, as in EventStoreDB.
 * Real logs contain statistics too, so the adapter must filter.
 */
const SYSTEM_EVENT_EVERY = 5

export interface DoubleLog {
  readonly events: readonly StoredDoubleEvent[]
  /** Emits the event `appended` after each append. */
  readonly changes: EventEmitter
  stream(name: string): readonly StoredDoubleEvent[]
  /** Returns the index of the event at a position, or undefined. */
  indexOf(position: number): number | undefined
  /**
   * Stores all events or none.
   * `expected` is the stream's revision; -1 for a new stream.
   */
  append(stream: string, expected: number, proposed: readonly ProposedEvent[]): AppendOutcome
  close(): void
}

/**
 * Opens the log, from a file if given.
 * Removes an incomplete last line: its append was never acknowledged.
 */
export function openDoubleLog(file?: string): DoubleLog {
  const events: StoredDoubleEvent[] = []
  const eventsByStream = new Map<string, StoredDoubleEvent[]>()
  const indexes = new Map<number, number>()
  const changes = new EventEmitter().setMaxListeners(0)
  const descriptor = file === undefined ? undefined : openSync(file, 'a+')

  function take(batch: readonly StoredDoubleEvent[]): void {
    for (const event of batch) {
      indexes.set(event.position, events.length)
      events.push(event)
      const stream = eventsByStream.get(event.stream) ?? []
      stream.push(event)
      eventsByStream.set(event.stream, stream)
    }
    changes.emit('appended')
  }

  function store(stream: string, proposed: readonly ProposedEvent[]): StoredDoubleEvent {
    const next = eventsByStream.get(stream)?.length ?? 0
    const created = String(BigInt(Date.now()) * TICKS_PER_MS)
    let position = endOf(events.at(-1))
    const batch = proposed.map((event, index): StoredDoubleEvent => {
      const stored = { ...event, stream, revision: next + index, position, created }
      position = endOf(stored)
      return stored
    })
    if (descriptor !== undefined) {
      writeSync(descriptor, `${JSON.stringify(batch)}\n`)
      fsyncSync(descriptor)
    }
    take(batch)
    return batch.at(-1) as StoredDoubleEvent
  }

  function append(stream: string, expected: number, proposed: readonly ProposedEvent[]): AppendOutcome {
    const present = eventsByStream.get(stream) ?? []
    if (present.length - 1 !== expected) {
      const there = present.slice(expected + 1, expected + 1 + proposed.length)
      const last = there.at(-1)
      if (last && proposed.every(({ id }, index) => there[index]?.id === id)) return { last }
      return { wrongVersion: { current: present.length - 1 } }
    }
    const last = store(stream, proposed)
    if (events.length % SYSTEM_EVENT_EVERY === 0) store('$stats-double', [statistics()])
    return { last }
  }

  if (descriptor !== undefined) for (const batch of readBatches(descriptor)) take(batch)
  if (events.length === 0) store('$stats-double', [statistics()])
  return {
    events,
    changes,
    append,
    stream: (name) => eventsByStream.get(name) ?? [],
    indexOf: (position) => indexes.get(position),
    close: () => descriptor !== undefined && closeSync(descriptor),
  }
}

/**
 * Returns the log position after an event.
 * Positions grow by varying amounts, as in a real log, whose event headers vary in length.
 */
function endOf(event: StoredDoubleEvent | undefined): number {
  if (!event) return 0
  const header = 96 + (Number.parseInt(event.id.slice(0, 4), 16) % 61)
  return event.position + header + event.data.length + event.custom.length
}

function statistics(): ProposedEvent {
  const metadata = { type: '$statsCollected', 'content-type': 'application/json' }
  return { id: randomUUID(), metadata, custom: '', data: Buffer.from('{}').toString('base64') }
}

function readBatches(descriptor: number): StoredDoubleEvent[][] {
  const text = readFileSync(descriptor)
  const whole = text.subarray(0, text.lastIndexOf('\n') + 1)
  ftruncateSync(descriptor, whole.length)
  const lines = whole.toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as StoredDoubleEvent[])
}

/** Returns the event of a protocol-buffer message. */
export function toProposedEvent(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent {
  return {
    id: message.getId()?.getString().toLowerCase() ?? '',
    metadata: Object.fromEntries(message.getMetadataMap().toArray() as [string, string][]),
    custom: message.getCustomMetadata_asB64(),
    data: message.getData_asB64(),
  }
}

/** Builds the response for one event of a read or subscription. */
export function toReadResp(event: StoredDoubleEvent): InstanceType<typeof streams.ReadResp> {
  const recorded = new ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(toIdentifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setCustomMetadata(event.custom)
    .setData(event.data)
  const metadata = recorded.getMetadataMap()
  for (const [key, value] of Object.entries(event.metadata)) metadata.set(key, value)
  metadata.set('created', event.created)
  const read = new ReadEvent().setEvent(recorded).setCommitPosition(String(event.position))
  return new streams.ReadResp().setEvent(read)
}

export function toIdentifier(stream: string): InstanceType<typeof shared.StreamIdentifier> {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8').toString('base64'))
}

export function toStreamName(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')
}
