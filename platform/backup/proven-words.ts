/** Describes the checkpoint of a backup in a sentence. */
import { figure } from '#rules/figure.ts'
import type { Manifest } from './manifest.ts'

export function checkpointIn({ events, checkpoint }: Pick<Manifest, 'events' | 'checkpoint'>): string {
  if (!checkpoint) return 'No checkpoint was made of its log yet: it is verified by the checksums of its events alone.'
  const { id, size } = checkpoint
  const after = events - size
  const rest = after === 0 ? '' : ` The ${figure(after)} after it ${after === 1 ? 'is' : 'are'} verified by checksum.`
  return `Its newest checkpoint is of ${id} (UTC): the first ${figure(size)} events are as they were signed.${rest}`
}
