/** What still works while a screen is not live, in words for whoever reads it. */
import type { Role } from '#rules/city.ts'
import type { Phase } from '#web/feed/slice.ts'

const offline: Partial<Record<Role, string>> = {
  resident: 'You can still report your bin: the report is kept on this device and sent when there is a network.',
  auditor: 'You can go on reading what is shown; anything else waits for the connection.',
}
const STAFF = 'You can go on reading what is shown; commands are off until the connection is back.'
const UNFETCHED = 'Screens that you have opened before can still be read.'

/** Nothing where the screen is live, or is about to be. `isUnfetched`: there is no screen to read. */
export function sentenceOf(
  phase: Phase,
  role: Role | undefined,
  isUnfetched = false,
): { title: string; text: string } | undefined {
  if (phase === 'offline' && isUnfetched) return { title: 'Offline.', text: UNFETCHED }
  if (phase === 'offline') return { title: 'Offline.', text: (role && offline[role]) ?? STAFF }
  if (phase !== 'polling') return undefined
  return { title: 'Not live.', text: 'It is fetched anew every 30 s, and everything works.' }
}
