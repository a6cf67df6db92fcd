/** Describes the checkpoint of a backup in a sentence. */
import { formatNumber } from '#domain/number-format.ts'
import type { BackupManifest } from './manifest.ts'

export function describeCheckpoint({ events, checkpoint }: Pick<BackupManifest, 'events' | 'checkpoint'>): string {
  if (!checkpoint) return 'Its log has no checkpoint yet and is verified by the checksums of its events only.'
  const { id, size } = checkpoint
  const after = events - size
  const rest =
    after === 0 ? '' : ` The ${formatNumber(after)} after it ${after === 1 ? 'is' : 'are'} verified by checksum.`
  return `Its newest checkpoint is of ${id} (UTC): the first ${formatNumber(size)} events match what was signed.${rest}`
}
