/** Random events of the installation and of commands. */
import { POLICIES_TARGET } from '#contract/tables.ts'
import { type EventGenerator, pick } from './ingredients.ts'

export const installationEventGenerators = {
  rebuild: (n, m, { at }) => ({
    type: 'RebuildRequested',
    data: { target: pick(['reports', 'accounts', POLICIES_TARGET], n + m), requestedBy: 'a1', requestedAt: at },
  }),
  retryJob: (n, m, { at }) => ({
    type: 'JobRetried',
    data: { jobId: `finish-c${n}-${m}`, retriedBy: 'a1', retriedAt: at },
  }),
  claimKey: (_n, _m, { at }) => ({ type: 'KeyClaimed', data: { claimedAt: at } }),
} satisfies Record<string, EventGenerator>
