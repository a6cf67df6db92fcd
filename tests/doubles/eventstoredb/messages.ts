/** Converts between EventStoreDB's protocol-buffer messages and the double's events. */

import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { AppendReq, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ProposedEvent, StoredDoubleEvent } from './log.ts'

const { ReadEvent } = streams.ReadResp

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
